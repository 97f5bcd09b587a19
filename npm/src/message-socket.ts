/** A socket of messages: each is its length in bytes, as four bytes, and its bytes. */
import type { Socket } from "node:net";
import { deferred } from "./deferred.ts";

/** Bytes of a length. */
const LENGTH_BYTES = 4;

/** Milliseconds in which the other must have read the last messages. */
const READ_WITHIN_MILLISECONDS = 1_000;

/** Sends and receives messages over a socket, which lets the process end. */
export class MessageSocket {
  /** Called with each message, in order. What it throws ends the connection. */
  onmessage: (message: Buffer) => void = () => {};
  /** Most bytes of a message that is received; a longer one ends the connection. */
  limit: number;
  /** Resolves once the connection has ended, for any reason. */
  readonly ended: Promise<void>;
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes that complete the next length or message. */
  #wanted = LENGTH_BYTES;

  constructor(socket: Socket, limit: number) {
    this.#socket = socket;
    this.limit = limit;
    const end = deferred<void>();
    this.ended = end.promise;
    socket.unref();
    // `close` follows.
    socket.on("error", () => {});
    socket.on("close", () => end.resolve());
    socket.on("drain", () => socket.resume());
    socket.on("data", (chunk) => this.#take(chunk));
  }

  /** Sends a message. With `paces`, nothing more is read until it is written. */
  send(message: Uint8Array, paces = false): void {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(message.length);
    this.#socket.write(length);
    if (!this.#socket.write(message) && paces) this.#socket.pause();
  }

  /** Ends the connection once all is sent, or after a second if the other does not read. */
  end(): void {
    if (this.#socket.destroyed) return;
    const late = setTimeout(() => this.#socket.destroy(), READ_WITHIN_MILLISECONDS);
    this.#socket.once("close", () => clearTimeout(late));
    this.#socket.end(() => this.#socket.destroy());
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#wanted) return;
    const bytes = Buffer.concat(this.#chunks);
    const end = this.#deliver(bytes);
    this.#chunks = [bytes.subarray(end)];
    this.#size = bytes.length - end;
  }

  /** Hands out the messages that are complete. Returns their end. */
  #deliver(bytes: Buffer): number {
    let at = 0;
    while (!this.#socket.destroyed) {
      this.#wanted = LENGTH_BYTES;
      if (bytes.length - at < LENGTH_BYTES) break;
      const length = bytes.readUInt32BE(at);
      if (length > this.limit) {
        this.destroy();
        break;
      }
      this.#wanted = LENGTH_BYTES + length;
      if (bytes.length - at < this.#wanted) break;
      const start = at + LENGTH_BYTES;
      at = start + length;
      try {
        this.onmessage(bytes.subarray(start, at));
      } catch {
        this.destroy();
      }
    }
    return at;
  }
}
