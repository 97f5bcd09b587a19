/** Where a quotation comes from: its document or page, the titles above it, its date, how far it can be trusted, and whether it gives orders. */

import type { Citation } from "../bank/types.ts";
import { shown } from "../text/shown.ts";
import { element } from "./element.ts";
import type { Context } from "./panel.ts";

/** What a citation and a retrieved passage say alike. */
export type Origin = Pick<
  Citation,
  "document" | "title" | "headings" | "published" | "trust" | "doubts"
>;

/** The line beneath a quotation; each part set apart, for one may run from right to left. */
export function originLine(origin: Origin, page: number | null, words: Context["words"]) {
  const steps = stepsOf(origin).map((step) => element("bdi", {}, shown(step)));
  const notes = notesOf(origin, page, words).map((note) => element("bdi", {}, shown(note)));
  return element(
    "span",
    {},
    ...steps.flatMap((step, index) => (index > 0 ? [" › ", step] : [step])),
    ...notes.flatMap((note) => [" · ", note]),
  );
}

/** The source, a page by its title and its address, and the titles above the place, outermost first. */
export function stepsOf({ document, title, headings }: Origin): string[] {
  const isNamed = title !== null && title !== document;
  return [isNamed ? `${title} (${document})` : document, ...headings];
}

/** What else is to be known; of what the user gave, that it was given needs no word. */
export function notesOf(
  { published, trust, doubts }: Pick<Origin, "published" | "trust" | "doubts">,
  page: number | null,
  { answer }: Context["words"],
): string[] {
  return [
    ...(page === null ? [] : [answer.page(page)]),
    ...(published === null ? [] : [answer.published(published)]),
    ...(trust === "given" ? [] : [answer.trust[trust]]),
    ...(doubts.some(({ kind }) => kind === "gives_orders") ? [answer.givesOrders] : []),
  ];
}
