/** Both long-term memories in one file: what each exports, one after the other. */

/** How the first line of exported trajectories begins; all before it is of the other memory. */
const TRAJECTORIES = /^\{"format":\s*"amb-trajectory-memory"/m;

/** The exported memories as a file. */
export async function memoryFile(exports: readonly AsyncIterable<string>[]): Promise<Blob> {
  const texts: string[] = [];
  for (const exported of exports) {
    for await (const text of exported) texts.push(text);
  }
  return new Blob(texts, { type: "application/jsonl" });
}

/** What each memory is to import; `null` where the file has nothing of it. */
export function memoryParts(text: string): {
  memories: string | null;
  trajectories: string | null;
} {
  const at = text.search(TRAJECTORIES);
  if (at < 0) return { memories: text, trajectories: null };
  const memories = text.slice(0, at);
  return { memories: memories.trim() === "" ? null : memories, trajectories: text.slice(at) };
}
