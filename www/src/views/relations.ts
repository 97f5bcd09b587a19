/** Sources of an item, which the user can expand. */

import type { Wanted } from "../bank/long-term.ts";
import type { MemoryEntry, Methodology } from "../bank/types.ts";
import type { Case } from "../state/long-term.ts";
import { momentText } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { runTrustText } from "../text/trust.ts";
import { element, languageOf } from "./element.ts";
import type { Context } from "./panel.ts";

/** Shown of one relation at most. */
const MOST = 50;

/** Draws the expandable parts beneath a memory. */
export type MemoryRelations = (entry: MemoryEntry) => HTMLElement[];

/** For a list of memories: the sources and the relatives of each. An expanded one stays so when it is drawn anew. */
export function memoryRelations(context: Context): MemoryRelations {
  const text = context.words.longTerm;
  const unfolded = new Set<string>();
  const drawn = (key: string, title: (count: number) => string, ids: readonly string[]) =>
    ids.length === 0
      ? []
      : [
          unfolding({ key, title: title(ids.length), unfolded }, context, () =>
            memoriesShown(ids, context),
          ),
        ];
  return ({ id, source_ids: sources, related_ids: related }) => [
    ...drawn(`sources ${id}`, text.madeOf, sources),
    ...drawn(`related ${id}`, text.closeTo, related),
  ];
}

/** For a list of methodologies: the cases that each was made of. */
export function methodologyCases(context: Context): (methodology: Methodology) => HTMLElement[] {
  const title = context.words.longTerm.whichCases;
  const unfolded = new Set<string>();
  return ({ id, sources }) =>
    sources.length === 0
      ? []
      : [unfolding({ key: id, title, unfolded }, context, () => casesShown(sources, context))];
}

/** Memories by their ids, those that are known. */
export function memoriesShown(ids: readonly string[], context: Context): Related {
  const { memories } = context.store.state.longTerm.lookedUp;
  const wanted = ids.slice(0, MOST);
  const row = (entry: MemoryEntry) =>
    relatedRow(shown(entry.content), factsOf(entry, context.words));
  return { wanted: { memories: wanted }, rows: relatedRows(ids, memories, row, context) };
}

function casesShown(ids: readonly string[], context: Context): Related {
  const { cases } = context.store.state.longTerm.lookedUp;
  const row = (found: Case) =>
    relatedRow(shown(found.description), caseFacts(found, context.words));
  return { wanted: { cases: ids.slice(0, MOST) }, rows: relatedRows(ids, cases, row, context) };
}

/** Time, outcome, trust and runs. */
export function caseFacts(
  { outcome, ended_at: at, runs, trust }: Omit<Case, "id" | "description">,
  words: Context["words"],
): string[] {
  const { longTerm: text, language } = words;
  return [
    momentText(at, language),
    text.outcomes[outcome] ?? outcome,
    runTrustText(trust, words),
    ...runs.map((summary) => text.ofRun(shown(summary))),
  ];
}

/** The items to look up, and the rows shown so far. */
interface Related {
  readonly wanted: Wanted;
  readonly rows: HTMLElement[];
}

/** An expandable part: its key in its list, its title, and the keys of expanded ones. */
interface Fold {
  readonly key: string;
  readonly title: string;
  readonly unfolded: Set<string>;
}

function unfolding(
  { key, title, unfolded }: Fold,
  { session }: Context,
  relations: () => Related,
): HTMLElement {
  const { wanted, rows } = relations();
  const isOpen = unfolded.has(key);
  const details = element(
    "details",
    { class: "relations", open: isOpen },
    element("summary", { "data-key": `relations ${key}` }, title),
    element("ul", {}, ...(isOpen ? rows : [])),
  );
  details.addEventListener("toggle", () => {
    if (details.open === unfolded.has(key)) return;
    if (!details.open) unfolded.delete(key);
    else {
      unfolded.add(key);
      void session.longTerm.lookUp(wanted);
    }
  });
  return details;
}

/** A row for each that is remembered; then how many are not, and how many are not shown. */
function relatedRows<T>(
  ids: readonly string[],
  lookedUp: ReadonlyMap<string, T | null>,
  row: (found: T) => HTMLElement,
  { words: { longTerm: text } }: Context,
): HTMLElement[] {
  const all = ids.slice(0, MOST).map((id) => lookedUp.get(id));
  const gone = all.filter((found) => found === null).length;
  const rest = ids.length - all.length;
  const hints = [
    ...(all.includes(undefined) ? [text.looking] : []),
    ...(gone > 0 ? [text.noLonger(gone)] : []),
    ...(rest > 0 ? [text.further(rest)] : []),
  ];
  return [
    ...all.filter((found) => found != null).map(row),
    ...hints.map((hint) => element("li", { class: "hint" }, hint)),
  ];
}

function relatedRow(content: string, facts: readonly string[]): HTMLElement {
  return element(
    "li",
    {},
    element("p", { class: "remembered", dir: "auto", lang: languageOf(content) }, content),
    element("p", { class: "hint" }, facts.join(" · ")),
  );
}

/** Time, speaker, trust and importance. */
export function factsOf(entry: MemoryEntry, words: Context["words"]): string[] {
  const { longTerm: text, language } = words;
  const kind = entry.fact === null ? entry.memory_type : "fact";
  return [
    momentText(entry.created_at, language),
    text.kinds[kind] ?? kind,
    text.speakers[entry.speaker] ?? entry.speaker,
    text.trust[entry.trust] ?? entry.trust,
    text.importance(Math.round(entry.importance * 100)),
    ...(entry.summary_id === null ? [] : [text.summarised]),
  ];
}
