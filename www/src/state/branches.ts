/** The branches of a topic in the tree: its disputes, its relations, and the places of its texts. */

import { rangesOf, type SourceDocument } from "./source.ts";
import type { MemoryNode, TextPlace } from "./state.ts";

/** One branch. */
export type Branch =
  | { readonly kind: "dispute"; readonly other: string; readonly text: string }
  /** `text`: the reason for the link; empty if there was none. */
  | { readonly kind: "link"; readonly other: string; readonly text: string }
  /** `text`: the beginning of the text there. */
  | { readonly kind: "place"; readonly place: TextPlace; readonly text: string }
  /** A document whose text is not at hand. */
  | { readonly kind: "document"; readonly text: string };

/** Characters of a place's text. */
const EXCERPT = 120;

/** True if a topic has branches. */
export function isBranched({ disputes, links, places, document }: MemoryNode): boolean {
  return disputes.size + links.size + places.length > 0 || document !== "";
}

/** The branches of a topic: disputes first, then relations, then its texts in reading order. */
export function branchesOf(node: MemoryNode, sources: readonly SourceDocument[]): Branch[] {
  const disputes = [...node.disputes].map(([other, texts]): Branch => {
    const [text = ""] = texts;
    return { kind: "dispute", other, text };
  });
  const links = [...node.links].map(([other, text]): Branch => ({ kind: "link", other, text }));
  const places = node.places.flatMap((place): Branch[] => {
    const text = excerptOf(place, sources);
    return text === "" ? [] : [{ kind: "place", place, text }];
  });
  if (places.length > 0 || node.document === "") return [...disputes, ...links, ...places];
  return [...disputes, ...links, { kind: "document", text: node.document }];
}

function excerptOf({ document, bytes }: TextPlace, sources: readonly SourceDocument[]): string {
  const source = sources.find(({ name }) => name === document);
  const [range] = source ? rangesOf(source, bytes) : [];
  const text = source?.blocks[range?.block ?? -1]?.text.slice(range?.from, range?.to) ?? "";
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join("")}…` : letters.join("");
}
