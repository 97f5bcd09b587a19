/**
 * One run over one `MessagePort`: events and the end come one way, in order; the wish to stop goes the other.
 *
 * The end takes the same port as the events, because messages on different ports may overtake each other.
 */
import type { Emit } from "./backend.ts";
import { flattenFailure, type PlainFailure, reviveFailure } from "./errors.ts";
import type { Event, ResearchResult } from "./types.ts";

type Told =
  | { kind: "event"; event: Event }
  | { kind: "result"; result: ResearchResult }
  | { kind: "failure"; failure: PlainFailure };

const ABORT = "abort";

/** The worker's side: does the work, and posts its events to the port. */
export async function serveRun(
  port: MessagePort,
  work: (emit: Emit, signal: AbortSignal) => Promise<ResearchResult>,
): Promise<void> {
  const abort = new AbortController();
  const tell = (told: Told) => port.postMessage(told);
  port.onmessage = ({ data }) => {
    if (data === ABORT) abort.abort();
  };
  try {
    const result = await work((event) => tell({ kind: "event", event }), abort.signal);
    tell({ kind: "result", result });
  } catch (thrown) {
    tell({ kind: "failure", failure: flattenFailure(thrown) });
  }
}

/** The caller's side: hands on the events and resolves, or rejects, as the work did. */
export async function followRun(
  port: MessagePort,
  emit: Emit,
  signal: AbortSignal | undefined,
): Promise<ResearchResult> {
  const onAbort = () => port.postMessage(ABORT);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();
  try {
    return await new Promise<ResearchResult>((resolve, reject) => {
      port.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.kind === "event") emit(data.event);
        else if (data.kind === "result") resolve(data.result);
        else reject(reviveFailure(data.failure));
      };
    });
  } finally {
    signal?.removeEventListener("abort", onAbort);
    port.close();
  }
}
