/**
 * Sends a request to an address, and reports the outcome. It runs in a worker, because the page's own policy forbids
 * such requests.
 */

/** An address, and the token to show there, if it is a proxy's. */
export interface Asked {
  readonly address: string;
  readonly token?: string;
}

/** The outcome. */
export interface Learnt {
  /** True if anything replies, even if the page may not read the reply. */
  readonly answers: boolean;
  /** The code of a proxy's error; `null`: none. */
  readonly code: string | null;
}

interface Scope {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage(learnt: Learnt): void;
}

const scope = globalThis as unknown as Scope;

const APART = { credentials: "omit", cache: "no-store" } as const;

scope.onmessage = async ({ data: { address, token } }) => {
  const learnt = token === undefined ? await answersOf(address) : await errorOf(address, token);
  scope.postMessage(learnt);
};

async function answersOf(address: string): Promise<Learnt> {
  const response = await fetch(address, { ...APART, mode: "no-cors" }).catch(() => null);
  return { answers: response !== null, code: null };
}

async function errorOf(address: string, token: string): Promise<Learnt> {
  const headers = token === "" ? {} : { "X-Proxy-Token": token };
  const response = await fetch(address, { ...APART, headers }).catch(() => null);
  const told: unknown = await response?.json().catch(() => null);
  return { answers: response !== null, code: codeIn(told) };
}

/** `{ "error": { "code": … } }` */
function codeIn(told: unknown): string | null {
  const { error } = (told ?? {}) as { error?: unknown };
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : null;
}
