/** Tools that look into kept memories: runs, topics, original entries. */
import * as z from "zod";
import { oneLine } from "../cli/terminal.ts";
import { MemoryBankError } from "../errors.ts";
import type { InteractionEntry, QueryGraphNode, RunState } from "../types.ts";
import type { MemoryContents } from "./bank-runs.ts";
import type { Banks } from "./banks.ts";
import { id, isoTime, memoryId, notice, trust } from "./fields.ts";
import type { Tasks } from "./tasks.ts";
import { READS, type Tool, type ToolContext, tool } from "./tool.ts";
import { marked, NOTICE } from "./untrusted.ts";

/** Most characters of a topic's summary in a list. */
const LONGEST_SUMMARY = 600;

/** The places of memories. */
export interface Memories {
  banks: Banks;
  tasks: Tasks;
}

/** The tools. */
export function topicTools(memories: Memories): Tool[] {
  return [listRuns(memories.banks), listTopics(memories), readTopic(memories)];
}

function listRuns(banks: Banks): Tool {
  return tool({
    name: "list_runs",
    title: "List kept runs",
    description:
      "Lists the kept runs, the latest first. Each is a memory that ask_documents, research, list_topics and read_topic take as memory_id. One that is running, paused or failed can go on by resume_run.",
    input: z.strictObject({
      limit: z.int().min(1).max(200).default(20).describe("Most runs"),
    }),
    output: z.object({
      runs: z.array(
        z.object({
          memory_id: id,
          question: z.string(),
          state: z.enum(["running", "paused", "finished", "failed"]),
          reason: z.string().optional().describe("Why it ended, or the code of its failure"),
          changed: z.string().describe("Time of the last change, ISO 8601"),
          bytes: z.int().describe("Bytes in the folder"),
        }),
      ),
      total: z.int().describe("All kept runs"),
      notice,
    }),
    annotations: READS,
    async call({ limit }) {
      const heads = await (await banks.store()).runs();
      const runs = heads.slice(0, limit).map(({ id, question, state, updated, bytes }) => ({
        ...{ memory_id: id, question, state: state.state, changed: isoTime(updated), bytes },
        ...reasonOf(state),
      }));
      const lines = runs.map(
        ({ memory_id, state, reason, changed, question }) =>
          `${memory_id}  ${changed}  ${state}${reason === undefined ? "" : ` (${reason})`}  ${oneLine(question)}`,
      );
      const text = lines.length === 0 ? "No run is kept." : marked(lines.join("\n"));
      return { data: { runs, total: heads.length, notice: NOTICE }, text };
    },
  });
}

function reasonOf(state: RunState): { reason?: string } {
  if (state.state === "finished") return { reason: state.termination };
  return state.state === "failed" ? { reason: state.code } : {};
}

const TOPIC = {
  node_id: id,
  topic: z.string(),
  keywords: z.array(z.string()),
  trust,
  disputed: z.boolean().describe("True if another topic contradicts it"),
  links: z.array(id).describe("Node ids of related topics"),
  entries: z.int().describe("Original entries behind it; read_topic returns them"),
};

function listTopics(memories: Memories): Tool {
  return tool({
    name: "list_topics",
    title: "List topics of a memory",
    description:
      "Lists the topics of a memory (the nodes of its Query Graph), each with summary, keywords and links: an overview of what was read. read_topic returns the original text of one.",
    input: z.strictObject({
      memory_id: memoryId,
      contains: z
        .string()
        .max(1_000)
        .default("")
        .describe("Only topics whose title, keywords or summary hold each of these words"),
      offset: z.int().min(0).default(0).describe("Topics to pass over"),
      limit: z.int().min(1).max(200).default(50).describe("Most topics"),
    }),
    output: z.object({
      topics: z.array(
        z.object({
          ...TOPIC,
          summary: z.string().describe(`At most ${LONGEST_SUMMARY} characters of it`),
        }),
      ),
      total: z.int().describe("All topics that fit"),
      notice,
    }),
    annotations: READS,
    async call({ memory_id, contains, offset, limit }, context) {
      const contents = await contentsOf(memories, memory_id, context);
      const words = contains.toLowerCase().split(/\s+/).filter(Boolean);
      const nodes = Object.values(contents.query_graph.nodes).filter((node) => holds(node, words));
      const topics = nodes.slice(offset, offset + limit).map((node) => ({
        ...topicOf(node, contents),
        summary: shortened(node.summary),
      }));
      const shown = topics.map(
        ({ node_id, topic, keywords, summary }) =>
          `${node_id}  ${oneLine(topic)}\n  keywords: ${oneLine(keywords.join(", "))}\n  ${oneLine(summary)}`,
      );
      const head = `${topics.length} of ${nodes.length} topics, from ${offset} on`;
      const text = [head, ...(shown.length > 0 ? [marked(shown.join("\n"))] : [])].join("\n");
      return { data: { topics, total: nodes.length, notice: NOTICE }, text };
    },
  });
}

function holds({ context, keywords, summary }: QueryGraphNode, words: string[]): boolean {
  const text = [context, ...keywords, summary].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

function topicOf(
  { id, context, keywords, trust, disputed, links }: QueryGraphNode,
  { interaction_tree: tree }: MemoryContents,
) {
  const entries = tree.node_to_entries[id]?.length ?? 0;
  const isDisputed = disputed.length > 0;
  return { node_id: id, topic: context, keywords, trust, disputed: isDisputed, links, entries };
}

function shortened(summary: string): string {
  return summary.length <= LONGEST_SUMMARY ? summary : `${summary.slice(0, LONGEST_SUMMARY)}…`;
}

const ENTRY = z.object({
  entry_id: id,
  recorded: z.string().describe("ISO 8601"),
  document: z.string().nullable().describe("Name of the document, or address of the page"),
  trust,
  offset: z.int().describe("Characters of the entry before this text"),
  text: z.string().describe("The original text, verbatim"),
  attachments: z.array(
    z.object({ type: z.string(), reference: z.string().describe("Path, URI or content hash") }),
  ),
});

type EntryData = z.input<typeof ENTRY>;

function readTopic(memories: Memories): Tool {
  return tool({
    name: "read_topic",
    title: "Read a topic's original entries",
    description:
      "Deep retrieval: returns all original entries behind a topic, in the order of time, by the node_id of a citation, a passage or list_topics. Use it when a summary or a quotation is not enough.",
    input: z.strictObject({
      memory_id: memoryId,
      node_id: id.describe("The node_id of a citation, a passage or a topic"),
      offset: z
        .int()
        .min(0)
        .default(0)
        .describe("Characters to pass over: next_offset of the part before"),
      max_characters: z
        .int()
        .min(100)
        .max(200_000)
        .default(20_000)
        .describe("Most characters of text"),
    }),
    output: z.object({
      topic: z.string().nullable().describe("null for a node that was merged into another"),
      entries: z.array(ENTRY),
      next_offset: z.int().nullable().describe("offset of the next part; null after the last"),
      notice,
    }),
    annotations: READS,
    async call({ memory_id, node_id, offset, max_characters }, context) {
      const contents = await contentsOf(memories, memory_id, context);
      const all = entriesOf(contents, node_id);
      const entries = part(all, offset, max_characters);
      const whole = all.reduce((sum, { text }) => sum + text.length, 0);
      const end = offset + entries.reduce((sum, { text }) => sum + text.length, 0);
      const next = end < whole ? end : null;
      const topic = contents.query_graph.nodes[node_id]?.context ?? null;
      const data = { topic, entries, next_offset: next, notice: NOTICE };
      return { data, text: topicText(data) };
    },
  });
}

function topicText({
  topic,
  entries,
  next_offset,
}: {
  topic: string | null;
  entries: EntryData[];
  next_offset: number | null;
}) {
  const blocks = entries.map(
    ({ document, recorded, text, attachments }) =>
      `${[`--- ${oneLine(document ?? "")} ${recorded}`, ...attachments.map(({ type, reference }) => `${type} ${oneLine(reference)}`)].join(" · ")}\n${text}`,
  );
  const more = next_offset === null ? [] : [`There is more: offset ${next_offset}`];
  return [marked([`Topic: ${oneLine(topic ?? "merged")}`, ...blocks].join("\n")), ...more].join(
    "\n",
  );
}

/** The entries of a node by time. Throws `unknown_node`. */
function entriesOf({ interaction_tree: tree }: MemoryContents, node: string): InteractionEntry[] {
  const ids = tree.node_to_entries[node];
  if (ids === undefined) {
    throw new MemoryBankError(
      "unknown_node",
      `there is no node ${node} in this memory: list_topics lists them`,
    );
  }
  const entries = ids.map((entry) => tree.entries[entry]).filter((entry) => entry !== undefined);
  return entries.sort((one, other) => one.timestamp - other.timestamp);
}

/** So many characters of the entries' texts, from an offset over all of them. Half a character stays with its half. */
function part(entries: InteractionEntry[], offset: number, most: number): EntryData[] {
  const parts: EntryData[] = [];
  let before = 0;
  let left = most;
  for (const entry of entries) {
    const start = Math.max(offset - before, 0);
    before += entry.text.length;
    if (start >= entry.text.length || left <= 0) continue;
    const text = whole(entry.text.slice(start, start + left));
    left -= text.length;
    parts.push(entryData(entry, start, text));
  }
  return parts;
}

/** The text without the first half of a surrogate pair at its end. */
function whole(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

function entryData(
  { entry_id, timestamp, metadata, attachments }: InteractionEntry,
  offset: number,
  text: string,
) {
  return {
    ...{ entry_id, recorded: isoTime(timestamp), offset, text, trust: metadata.trust },
    document: metadata.source?.document ?? null,
    attachments: attachments.map(({ type, content }) => ({ type, reference: content })),
  };
}

async function contentsOf(
  { banks, tasks }: Memories,
  id: string,
  { signal }: ToolContext,
): Promise<MemoryContents> {
  const ofTask = await tasks.contents(id);
  if (ofTask !== null) return ofTask;
  return (await banks.runsWith(id, signal)).contents(banks.presentId(id), signal);
}
