/** Connections between processes of this package, of one user and one version. */
import { connect, type Socket } from "node:net";
import { deserialize, serialize } from "node:v8";
import { version } from "../package.json";
import { deferred } from "./deferred.ts";
import { MemoryBankError } from "./errors.ts";
import { MessageSocket } from "./message-socket.ts";

/** The program that a process runs. Two that share a store run the same. */
export interface Program {
  /** Version of this package. */
  package: string;
  /** Version of Node, for people. */
  node: string;
  /** Version of the format in which Node writes values. */
  format: number;
}

/** The program of this process. */
export const THIS_PROGRAM: Program = {
  package: version,
  node: process.version,
  // The second byte of what Node writes.
  format: serialize(null)[1] ?? 0,
};

/** The first message of a client. Whoever can read the lock of the folder knows its token. */
interface Hello {
  token: string;
  program: Program;
}

/** The reply: a client of another program is told which one serves. */
type Welcome = { isWelcome: true } | { isWelcome: false; program: Program };

/** Most bytes of the first messages. */
const FIRST_LIMIT = 4_096;

/** Most bytes of any other, such as a document of a run. */
const LIMIT = 2 ** 27;

/** Milliseconds that a client has for its first message. */
const HELLO_WITHIN = 5_000;

/** A connection over which values are sent, such as `structuredClone` takes. */
export class Connection {
  /** Called with each value, in order. What it throws ends the connection. */
  onvalue: (value: unknown) => void = () => {};
  readonly #messages: MessageSocket;

  constructor(messages: MessageSocket) {
    this.#messages = messages;
    messages.limit = LIMIT;
    messages.onmessage = (message) => this.onvalue(deserialize(message));
  }

  /** Resolves once it has ended, for any reason. */
  get ended(): Promise<void> {
    return this.#messages.ended;
  }

  /**
   * Sends a value. Throws if it cannot be cloned, and `store_value_too_large` if it has more than 128 MB. With `paces`,
   * nothing more is read until it is written.
   */
  send(value: unknown, paces = false): void {
    const message = serialize(value);
    if (message.length > LIMIT) throw tooLarge(message.length);
    this.#messages.send(message, paces);
  }

  /** Ends it once all is sent. */
  end(): void {
    this.#messages.end();
  }

  /** Ends it at once. */
  destroy(): void {
    this.#messages.destroy();
  }
}

/** The outcome of an attempt to connect. */
export type Reached =
  | { state: "connected"; connection: Connection }
  /** A process of another program serves there. */
  | { state: "refused"; program: Program }
  /** Nobody serves there, or the connection ended before the reply, with this code of an error, if any. */
  | { state: "unreachable"; code: string | undefined };

/** Connects to the process that serves at this address. Rejects if the signal is aborted. */
export async function reach(
  address: string,
  { token, program }: Hello,
  signal: AbortSignal,
): Promise<Reached> {
  signal.throwIfAborted();
  const socket = connect(address);
  let code: string | undefined;
  socket.on("error", (thrown: NodeJS.ErrnoException) => {
    code = thrown.code;
  });
  const messages = new MessageSocket(socket, FIRST_LIMIT);
  const reply = deferred<Reached>();
  messages.onmessage = (message) => {
    const welcome: Welcome = JSON.parse(message.toString());
    if (welcome.isWelcome) {
      reply.resolve({ state: "connected", connection: new Connection(messages) });
    } else {
      reply.resolve({ state: "refused", program: welcome.program });
      messages.destroy();
    }
  };
  void messages.ended.then(() => reply.resolve({ state: "unreachable", code }));
  const stop = () => messages.destroy();
  signal.addEventListener("abort", stop, { once: true });
  messages.send(json({ token, program } satisfies Hello));
  const reached = await reply.promise;
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  return reached;
}

/** Lets a client in that knows the token and runs the same program; ends the connection of any other. */
export function admit(socket: Socket, expected: Hello, onAdmitted: (of: Connection) => void): void {
  const messages = new MessageSocket(socket, FIRST_LIMIT);
  const late = setTimeout(() => messages.destroy(), HELLO_WITHIN);
  late.unref();
  void messages.ended.then(() => clearTimeout(late));
  messages.onmessage = (message) => {
    const { token, program }: Hello = JSON.parse(message.toString());
    if (token !== expected.token) throw new Error("a stranger");
    clearTimeout(late);
    const isWelcome = isSame(program, expected.program);
    const welcome: Welcome = isWelcome ? { isWelcome } : { isWelcome, program: expected.program };
    messages.send(json(welcome));
    if (isWelcome) onAdmitted(new Connection(messages));
    else messages.end();
  };
}

function tooLarge(bytes: number): MemoryBankError {
  const detail = `${bytes} bytes are more than the ${LIMIT} that one process sends to another at once`;
  const message = `${detail}: end the process that has the folder open, then try again, or store less at once`;
  return new MemoryBankError("store_value_too_large", message, { store: { kind: "io", detail } });
}

function isSame(one: Program, other: Program): boolean {
  return one.package === other.package && one.format === other.format;
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
