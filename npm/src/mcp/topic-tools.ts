/** Tools that look into kept memories: runs, topics, original entries. */
import * as z from "zod";
import { oneLine } from "../cli/terminal.ts";
import { MemoryBankError } from "../errors.ts";
import type { InteractionEntry, QueryGraphNode, RunHead, RunState } from "../types.ts";
import type { MemoryContents } from "./bank-runs.ts";
import type { Banks } from "./banks.ts";
import { id, isoTime, memoryId, notice, trust } from "./fields.ts";
import {
  beginning,
  fitting,
  line,
  maxCharacters,
  nextOffset,
  offsetAfter,
  roomIn,
  shortened,
  sizeOf,
} from "./page.ts";
import type { Tasks } from "./tasks.ts";
import { READS, type Tool, type ToolContext, tool } from "./tool.ts";
import { marked, NOTICE } from "./untrusted.ts";

/** Most characters of a question in a list. */
const LONGEST_QUESTION = 300;

/** Most characters of a topic's title in a list, and of its summary. */
const LONGEST_TITLE = 300;
const LONGEST_SUMMARY = 600;

/** Most keywords and links of a topic, and attachments of an entry, in a list. */
const MOST_KEYWORDS = 20;
const MOST_LINKS = 20;
const MOST_ATTACHMENTS = 10;

/** Fewest characters of an entry in a part. */
const SHORTEST_PART = 200;

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
      offset: z.int().min(0).default(0).describe("Runs to pass over"),
      limit: z.int().min(1).max(200).default(20).describe("Most runs"),
      max_characters: maxCharacters,
    }),
    output: z.object({
      runs: z.array(
        z.object({
          memory_id: id,
          question: z.string().describe(`At most ${LONGEST_QUESTION} characters of it`),
          state: z.enum(["running", "paused", "finished", "failed"]),
          reason: z.string().optional().describe("Why it ended, or the code of its failure"),
          changed: z.string().describe("Time of the last change, ISO 8601"),
          bytes: z.int().describe("Bytes in the folder"),
        }),
      ),
      total: z.int().describe("All kept runs"),
      next_offset: nextOffset,
      notice,
    }),
    annotations: READS,
    async call({ offset, limit, max_characters }) {
      const heads = await (await banks.store()).runs();
      const listed = heads.slice(offset, offset + limit).map(runOf);
      const runs = fitting(listed, roomIn(max_characters));
      const total = heads.length;
      const next_offset = offsetAfter(offset, runs.length, total);
      const lines = runs.map(
        ({ memory_id, state, reason, changed, question }) =>
          `${memory_id}  ${changed}  ${state}${reason === undefined ? "" : ` (${reason})`}  ${oneLine(question)}`,
      );
      const list = lines.length === 0 ? "No run is kept." : marked(lines.join("\n"));
      const text = [list, ...moreFrom(next_offset)].join("\n");
      return { data: { runs, total, next_offset, notice: NOTICE }, text };
    },
  });
}

function runOf({ id, question, state, updated, bytes }: RunHead) {
  return {
    ...{ memory_id: id, question: shortened(question, LONGEST_QUESTION), state: state.state },
    ...{ changed: isoTime(updated), bytes, ...reasonOf(state) },
  };
}

/** A line that says where a list goes on. */
function moreFrom(offset: number | null): string[] {
  return offset === null ? [] : [`There is more: offset ${offset}`];
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
  links: z.array(id).describe(`Node ids of related topics, at most ${MOST_LINKS}`),
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
      max_characters: maxCharacters,
    }),
    output: z.object({
      topics: z.array(
        z.object({
          ...TOPIC,
          summary: z.string().describe(`At most ${LONGEST_SUMMARY} characters of it`),
        }),
      ),
      total: z.int().describe("All topics that hold the words"),
      next_offset: nextOffset,
      notice,
    }),
    annotations: READS,
    async call({ memory_id, contains, offset, limit, max_characters }, context) {
      const contents = await contentsOf(memories, memory_id, context);
      const words = contains.toLowerCase().split(/\s+/).filter(Boolean);
      const nodes = Object.values(contents.query_graph.nodes).filter((node) => holds(node, words));
      const listed = nodes.slice(offset, offset + limit).map((node) => topicOf(node, contents));
      const topics = fitting(listed, roomIn(max_characters));
      const next_offset = offsetAfter(offset, topics.length, nodes.length);
      const shown = topics.map(
        ({ node_id, topic, keywords, summary }) =>
          `${node_id}  ${oneLine(topic)}\n  keywords: ${oneLine(keywords.join(", "))}\n  ${oneLine(summary)}`,
      );
      const head = `${topics.length} of ${nodes.length} topics, from ${offset} on`;
      const list = shown.length > 0 ? [marked(shown.join("\n"))] : [];
      const text = [head, ...list, ...moreFrom(next_offset)].join("\n");
      return { data: { topics, total: nodes.length, next_offset, notice: NOTICE }, text };
    },
  });
}

function holds({ context, keywords, summary }: QueryGraphNode, words: string[]): boolean {
  const text = [context, ...keywords, summary].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}

function topicOf(
  { id, context, keywords, trust, disputed, links, summary }: QueryGraphNode,
  { interaction_tree: tree }: MemoryContents,
) {
  return {
    ...{ node_id: id, topic: shortened(context, LONGEST_TITLE), trust },
    keywords: keywords.slice(0, MOST_KEYWORDS).map((keyword) => line(keyword, 60)),
    disputed: disputed.length > 0,
    links: links.slice(0, MOST_LINKS),
    entries: tree.node_to_entries[id]?.length ?? 0,
    summary: shortened(summary, LONGEST_SUMMARY),
  };
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
      max_characters: maxCharacters,
    }),
    output: z.object({
      topic: z.string().nullable().describe("null for a node that was merged into another"),
      entries: z.array(ENTRY),
      next_offset: nextOffset,
      notice,
    }),
    annotations: READS,
    async call({ memory_id, node_id, offset, max_characters }, context) {
      const contents = await contentsOf(memories, memory_id, context);
      const all = entriesOf(contents, node_id);
      const entries = part(all, offset, roomIn(max_characters));
      const whole = all.reduce((sum, { text }) => sum + text.length, 0);
      const end = offset + entries.reduce((sum, { text }) => sum + text.length, 0);
      const next = end < whole ? end : null;
      const title = contents.query_graph.nodes[node_id]?.context ?? null;
      const topic = title === null ? null : shortened(title, LONGEST_TITLE);
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
  const texts = marked([`Topic: ${oneLine(topic ?? "merged")}`, ...blocks].join("\n"));
  return [texts, ...moreFrom(next_offset)].join("\n");
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

/** As many entries as fit into the room as JSON, from an offset over the characters of all of them. */
function part(entries: InteractionEntry[], offset: number, most: number): EntryData[] {
  const parts: EntryData[] = [];
  let before = 0;
  let left = most;
  for (const entry of entries) {
    const start = Math.max(offset - before, 0);
    before += entry.text.length;
    if (start >= entry.text.length) continue;
    left -= sizeOf(entryData(entry, start, ""));
    if (left < SHORTEST_PART && parts.length > 0) break;
    const text = beginning(entry.text.slice(start), Math.max(left, SHORTEST_PART));
    left -= sizeOf(text);
    parts.push(entryData(entry, start, text));
    if (start + text.length < entry.text.length) break;
  }
  return parts;
}

function entryData(
  { entry_id, timestamp, metadata, attachments }: InteractionEntry,
  offset: number,
  text: string,
) {
  return {
    ...{ entry_id, recorded: isoTime(timestamp), offset, text, trust: metadata.trust },
    document: metadata.source ? line(metadata.source.document) : null,
    attachments: attachments.slice(0, MOST_ATTACHMENTS).map(({ type, content }) => ({
      ...{ type, reference: line(content) },
    })),
  };
}

async function contentsOf(
  { banks, tasks }: Memories,
  id: string,
  context: ToolContext,
): Promise<MemoryContents> {
  return (await tasks.contents(id)) ?? banks.contents(id, context);
}
