/** Makes results for tests, small and complete. */

import type { InteractionEntry, ResearchResult, Span } from "../../src/bank/types.ts";

const ENGINE = { name: "extractive", description: "extractive, no language model" };

/** A result without anything remembered, changed by `parts`. */
export function resultWith(parts: Partial<ResearchResult>): ResearchResult {
  return {
    docId: "run-1",
    question: "Why?",
    language: "en",
    answer: null,
    retrieved: [],
    insightDoc: { doc_id: "run-1", task_goal: "Why?", completed_tasks: [], pending_tasks: [] },
    queryGraph: { nodes: {}, conflicts: {} },
    interactionTree: { entries: {}, node_to_entries: {}, merge_events: [] },
    documents: [],
    usage: {
      embeddedTexts: 0,
      ingestMilliseconds: 1,
      answerMilliseconds: 1,
      nodes: 0,
      passages: 0,
      ledger: {
        models: [],
        services: [],
        total: { requests: 0, tokens: 0, money: {}, unpriced: 0, milliseconds: null },
      },
    },
    termination: "answer",
    engine: ENGINE,
    embedder: null,
    imported: false,
    ...parts,
  };
}

/** A document of a result; an older engine does not tell how much of it was read. */
export function documentOf(
  name: string,
  chars: number,
  readChars?: number,
): ResearchResult["documents"][number] {
  const told = readChars === undefined ? {} : { readChars };
  const document = { name, chars, notes: [], ...told };
  return document as ResearchResult["documents"][number];
}

/** A tree that holds the given parts of a document's text, each as one entry. */
export function treeOf(
  document: string,
  text: string,
  parts: readonly string[],
): ResearchResult["interactionTree"] {
  const entries = parts.map((part, index): [string, InteractionEntry] => {
    const entry_id = `entry-${index}`;
    const chars_before = [...text.slice(0, text.indexOf(part))].length;
    const page = { title: null, published: null };
    const source = { document, span: bytesOf(text, part), chars_before, ...page };
    const metadata: InteractionEntry["metadata"] = {
      source,
      structure: null,
      trust: "given",
      tool_calls: [],
      other: {},
    };
    return [entry_id, { entry_id, text: part, timestamp: 0, metadata, attachments: [] }];
  });
  return { entries: Object.fromEntries(entries), node_to_entries: {}, merge_events: [] };
}

/** Where `part` first stands in `text`, in UTF-8 bytes. */
export function bytesOf(text: string, part: string): Span {
  const length = (string: string) => new TextEncoder().encode(string).length;
  const start = length(text.slice(0, text.indexOf(part)));
  return { start, end: start + length(part) };
}
