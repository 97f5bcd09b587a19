/** The source of a quotation: its document or page, the titles above it, its date, and its trust. */

import type { Citation } from "../bank/types.ts";
import { shown } from "../text/shown.ts";
import { element } from "./element.ts";
import type { Context } from "./panel.ts";

/** The fields that a citation and a retrieved passage share. */
export type Origin = Pick<Citation, "document" | "title" | "headings" | "published" | "trust">;

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

/** The same as `originLine` in texts: the source with the titles, and each note. */
export function originTexts(
  citation: Origin & Pick<Citation, "page">,
  words: Context["words"],
): string[] {
  const steps = stepsOf(citation).join(" › ");
  return [steps, ...notesOf(citation, citation.page ?? null, words)];
}

/** Further notes; the user's own text needs no note of its source. */
export function notesOf(
  { published, trust }: Pick<Origin, "published" | "trust">,
  page: number | null,
  { answer }: Context["words"],
): string[] {
  return [
    ...(page === null ? [] : [answer.page(page)]),
    ...(published === null ? [] : [answer.published(published)]),
    ...(trust === "given" ? [] : [answer.trust[trust]]),
  ];
}
