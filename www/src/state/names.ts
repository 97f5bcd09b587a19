/** Unique names of documents: a citation has no other reference to its source. */

import type { DraftDocument } from "./state.ts";

/** The name, or the first free numbered one. */
export function distinctName(
  name: string,
  taken: ReadonlySet<string>,
  numbered: (number: number) => string = (number) => `${name} (${number})`,
): string {
  let own = name;
  for (let number = 2; taken.has(own); number += 1) own = numbered(number);
  return own;
}

/** A name for a pasted text: "Pasted text", "Pasted text 2". */
export function pastedName(name: string, taken: ReadonlySet<string>): string {
  return distinctName(name, taken, (number) => `${name} ${number}`);
}

/** The documents with more of them added, each under a name of its own. */
export function withDistinctNames(
  documents: readonly DraftDocument[],
  added: readonly DraftDocument[],
): DraftDocument[] {
  const taken = new Set(documents.map(({ name }) => name));
  const named = added.map((document) => {
    const own = (document.pasted ? pastedName : distinctName)(document.name, taken);
    taken.add(own);
    return own === document.name ? document : { ...document, name: own };
  });
  return [...documents, ...named];
}
