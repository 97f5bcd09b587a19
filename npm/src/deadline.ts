/** A time limit that ends with the work: what `AbortSignal.timeout` starts keeps a Durable Object awake to its end. */

/** Does something under a signal that is aborted, with a `TimeoutError`, after so many milliseconds. */
export async function withDeadline<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const late = () => abort.abort(new DOMException("it took too long", "TimeoutError"));
  const timer = setTimeout(late, milliseconds);
  try {
    return await work(abort.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns true if this is what a signal of `withDeadline` threw. */
export function isLate(thrown: unknown): boolean {
  return (thrown as { name?: unknown } | null)?.name === "TimeoutError";
}
