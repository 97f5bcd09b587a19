/** Starting workers from a page, and the reasons why one does not start or is no more. */
import { MemoryBankError } from "./errors.ts";
import { assignRole, type Role } from "./worker-roles.ts";

/** Makes a worker of the package's script `worker.js`. */
export type NewWorker = () => Worker;

/** A worker with its role. */
export interface StartedWorker {
  worker: Worker;
  /** Resolves with the reason once the worker has ended by an error, or could not be started. */
  death: Promise<MemoryBankError>;
}

const WHAT = {
  engine: "engine",
  embedder: "embedder",
  store: "store of runs",
  reader: "reader",
} as const;

/** Starts a worker in this role. Throws `host_lacks` or `worker_blocked`. */
export function startWorker(newWorker: NewWorker, role: Role): StartedWorker {
  const violations = watchPolicy();
  const worker = started(newWorker, violations);
  const death = new Promise<MemoryBankError>((resolve) => {
    worker.addEventListener("error", (event) => resolve(causeOf(event, role, violations)));
    worker.addEventListener("message", () => violations.stop(), { once: true });
  });
  assignRole(worker, role);
  return { worker, death };
}

function started(newWorker: NewWorker, violations: Violations): Worker {
  if (typeof Worker === "undefined") {
    violations.stop();
    throw new MemoryBankError(
      "host_lacks",
      "this host has no Worker: import agentic-memory-bank/slim, which works in the caller's thread",
    );
  }
  try {
    return newWorker();
  } catch (cause) {
    violations.stop();
    throw blocked("its script is not of this page's origin, or a policy forbids it", cause);
  }
}

async function causeOf(
  { message }: ErrorEvent,
  role: Role,
  violations: Violations,
): Promise<MemoryBankError> {
  const what = WHAT[role.role];
  if (message) {
    const said = `the ${what} stopped: ${message}; reload the page, or open it again`;
    return new MemoryBankError(`${role.role}_crashed`, said, { retryable: true, cause: message });
  }
  const directive = await violations.found();
  if (directive !== null) return blocked(`the content security policy's ${directive} forbids it`);
  const said = `the worker's script cannot be loaded: in Vite 7 and older, exclude agentic-memory-bank from optimizeDeps; elsewhere serve dist/worker.js of the package where your bundler puts it, go online and try again, or pass worker: () => new Worker(…)`;
  return new MemoryBankError("worker_unreachable", said, { retryable: true });
}

function blocked(why: string, cause?: unknown): MemoryBankError {
  const message = `the worker may not start: ${why}; allow it by worker-src 'self', or pass worker: () => new Worker(…) with a script of your own origin`;
  return new MemoryBankError("worker_blocked", message, { cause });
}

/** Violations of the page's content policy that concern workers. */
interface Violations {
  /** The violated directive, once the browser had time to report it; `null` if there was none. */
  found(): Promise<string | null>;
  stop(): void;
}

const DIRECTIVES = /^(worker|child|script|default)-src/;
/** Milliseconds in which the browser reports a violation, before or after the worker's own error. */
const PATIENCE = 100;

function watchPolicy(): Violations {
  let directive: string | null = null;
  const note = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (DIRECTIVES.test(effectiveDirective)) directive ??= effectiveDirective;
  };
  const on = globalThis as Partial<Pick<Window, "addEventListener" | "removeEventListener">>;
  on.addEventListener?.("securitypolicyviolation", note);
  const stop = () => on.removeEventListener?.("securitypolicyviolation", note);
  return {
    stop,
    found: async () => {
      if (directive === null) await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      stop();
      return directive;
    },
  };
}
