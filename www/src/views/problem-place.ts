/** The place of a problem: at its field, if it has one. */

import { DOCUMENT_FAULTS } from "../state/draft.ts";
import type { Problem } from "../state/problem.ts";

/** Fields by the codes of their problems. */
const FIELDS: Readonly<Record<string, string>> = {
  empty_question: "question",
  long_question: "question",
  no_document: "pasted",
  ...Object.fromEntries(DOCUMENT_FAULTS.map((code) => [code, "pasted"])),
  budget_form: "budget",
  budget_unit: "budget",
  budget_twice: "budget",
  price_form: "priceRead",
  no_address: "address",
  no_key: "key",
  no_model_name: "model",
};

/** Moves to the field of a problem, and focuses and marks it; `null`: back. */
export type MoveTo = (problem: Problem | null) => void;

/** Moves the element that tells problems, which stands in `home` while a problem has no field. */
export function problemPlace(told: HTMLElement, home: HTMLElement): MoveTo {
  let marked: HTMLElement | null = null;
  return (problem) => {
    marked?.removeAttribute("aria-invalid");
    marked = problem === null ? null : fieldOf(problem);
    if (marked === null) {
      if (told.parentElement !== home) home.prepend(told);
      return;
    }
    marked.closest("details")?.setAttribute("open", "");
    (marked.closest(".line, .row") ?? marked).after(told);
    marked.setAttribute("aria-invalid", "true");
    // A document is rather chosen than pasted.
    if (marked.id !== "pasted") marked.focus();
  };
}

function fieldOf({ code, field }: Problem): HTMLElement | null {
  const id = field ?? FIELDS[code];
  const found = id === undefined ? null : document.getElementById(id);
  return found?.closest("[hidden]") === null ? found : null;
}
