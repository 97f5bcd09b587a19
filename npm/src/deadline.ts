/** A time limit that ends with the work: the timer of `AbortSignal.timeout` keeps a Durable Object awake to its end. */

/** Does the work with a signal that is aborted, with a `TimeoutError`, after so many milliseconds. */
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

/** True if a signal of `withDeadline` threw this. */
export function isLate(thrown: unknown): boolean {
  return (thrown as { name?: unknown } | null)?.name === "TimeoutError";
}
