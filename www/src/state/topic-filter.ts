/** The filter of the topics in memory: words to find, and disputes alone. */

import { comparable, holdsAll, wordsOf } from "../text/matching.ts";
import type { MemoryNode } from "./state.ts";

/** The user's choice of topics. */
export interface TopicFilter {
  /** Words that a topic must hold. */
  readonly text: string;
  readonly isDisputedOnly: boolean;
}

/** The filter that every topic passes. */
export const ALL_TOPICS: TopicFilter = { text: "", isDisputedOnly: false };

/** True if the topic is in conflict with another one. */
export function isDisputed({ disputes }: MemoryNode): boolean {
  return disputes.size > 0;
}

/** The ids of the topics that pass the filter; `null` if it lets all pass. */
export function foundTopics(
  nodes: ReadonlyMap<string, MemoryNode>,
  { text, isDisputedOnly }: TopicFilter,
): ReadonlySet<string> | null {
  const words = wordsOf(text);
  if (words.length === 0 && !isDisputedOnly) return null;
  const passes = (node: MemoryNode) =>
    (!isDisputedOnly || isDisputed(node)) && holdsAll(textOf(node), words);
  return new Set([...nodes.values()].filter(passes).map(({ id }) => id));
}

/** The searched text of each node: nodes never change, and are searched at every key. */
const texts = new WeakMap<MemoryNode, string>();

function textOf(node: MemoryNode): string {
  const known = texts.get(node);
  if (known !== undefined) return known;
  const text = comparable([node.topic, ...node.keywords, node.summary].join("\n"));
  texts.set(node, text);
  return text;
}
