/**
 * The documents' text, put together again from the Interaction Tree: it holds every passage with
 * its place, so one way serves plain text, HTML, an import and a run that was cancelled.
 */

import type { InteractionEntry, ResearchResult, Span } from "../bank/types.ts";

/** White space that stood before a passage. */
export type Gap = "none" | "space" | "paragraph";

/** One passage of a document. */
export interface SourceBlock {
  readonly entryId: string;
  /** UTF-8 bytes in the document. */
  readonly bytes: Span;
  readonly text: string;
  readonly gap: Gap;
}

/** A document as far as memory holds it. */
export interface SourceDocument {
  readonly name: string;
  readonly blocks: readonly SourceBlock[];
}

/** A part of a block, in UTF-16 units of its text. */
export interface BlockRange {
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

/** Rebuilds every document that the result's memory holds passages of, in the order they were read. */
export function sourceDocuments(result: ResearchResult): SourceDocument[] {
  const passages = new Map<string, InteractionEntry[]>(
    result.documents.map(({ name }) => [name, []]),
  );
  for (const entry of Object.values(result.interactionTree.entries)) {
    const name = entry.metadata.source?.document;
    if (name === undefined) continue;
    const known = passages.get(name);
    if (known) known.push(entry);
    else passages.set(name, [entry]);
  }
  return [...passages]
    .map(([name, entries]) => ({ name, blocks: inOrder(entries) }))
    .filter(({ blocks }) => blocks.length > 0);
}

function inOrder(entries: readonly InteractionEntry[]): SourceBlock[] {
  const placed = entries.flatMap((entry) => {
    const span = entry.metadata.source?.span;
    return span ? [{ entryId: entry.entry_id, bytes: span, text: entry.text }] : [];
  });
  placed.sort((a, b) => a.bytes.start - b.bytes.start || a.bytes.end - b.bytes.end);
  const blocks: SourceBlock[] = [];
  let end = 0;
  for (const passage of placed) {
    // An entry that repeats a text already shown adds nothing to read.
    if (blocks.length > 0 && passage.bytes.start < end) continue;
    blocks.push({
      ...passage,
      gap: blocks.length === 0 ? "none" : gapOf(passage.bytes.start - end),
    });
    end = passage.bytes.end;
  }
  return blocks;
}

function gapOf(bytes: number): Gap {
  if (bytes === 0) return "none";
  return bytes === 1 ? "space" : "paragraph";
}

/** The ranges of a document's bytes in its blocks; empty if no block holds any of them. */
export function rangesOf(document: SourceDocument, bytes: Span): BlockRange[] {
  const ranges: BlockRange[] = [];
  for (
    let index = firstBlockAfter(document.blocks, bytes.start);
    index < document.blocks.length;
    index += 1
  ) {
    const block = document.blocks[index];
    if (!block || block.bytes.start >= bytes.end) break;
    const from = unitsAt(block.text, bytes.start - block.bytes.start);
    const to = unitsAt(block.text, bytes.end - block.bytes.start);
    if (to > from) ranges.push({ block: index, from, to });
  }
  return ranges;
}

/** The first block that ends after a byte, by halving. */
function firstBlockAfter(blocks: readonly SourceBlock[], byte: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.bytes.end ?? 0) > byte) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** UTF-16 units of the prefix of `text` that is `bytes` long in UTF-8, kept within the text. */
export function unitsAt(text: string, bytes: number): number {
  let units = 0;
  let left = bytes;
  for (const character of text) {
    if (left <= 0) break;
    left -= utf8Length(character.codePointAt(0) ?? 0);
    units += character.length;
  }
  return units;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
