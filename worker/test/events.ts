/** Streams of events as their bytes say. */
import type { Event, RunState } from "../../npm/src/types.ts";

/** An event that was sent. */
export interface Sent {
  id: string | null;
  event: Event;
}

/** What came of a stream. */
export interface Streamed {
  sent: Sent[];
  /** The state that the end told; `null` where there was no end. */
  end: RunState | null;
  /** Signs of life. */
  keepAlives: number;
}

/** Reads a stream to its end, or until `enough` says so of what came. */
export async function streamed(
  response: Response,
  enough: (streamed: Streamed) => boolean = () => false,
): Promise<Streamed> {
  const got: Streamed = { sent: [], end: null, keepAlives: 0 };
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) take(got, block);
      if (enough(got)) return got;
    }
  } catch {
    // The connection was lost: what came is what there is.
  }
  return got;
}

function take(got: Streamed, block: string): void {
  const fields = new Map(
    block.split("\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trimStart()];
    }),
  );
  const data = fields.get("data");
  if (data === undefined) got.keepAlives += Number(fields.has(""));
  else if (fields.get("event") === "end") got.end = JSON.parse(data);
  else got.sent.push({ id: fields.get("id") ?? null, event: JSON.parse(data) });
}
