/** Buttons that take an answer out of the page: copied, saved or printed (BX-08). */

import { download } from "./download.ts";
import { element, setText } from "./element.ts";
import type { Context } from "./panel.ts";
import { type Reported, reportOf } from "./report.ts";

/** The buttons for an answer. */
export function takeAway(reported: Reported, { words }: Context): HTMLElement {
  const text = words.takeAway;
  const told = element("span", { class: "hint", role: "status" });
  const report = () => reportOf(reported, words);
  const copy = async () => {
    const copied = await navigator.clipboard?.writeText(report()).then(
      () => true,
      () => false,
    );
    setText(told, copied ? text.copied : text.notCopied);
  };
  const save = () => download("answer.md", new Blob([report()], { type: "text/markdown" }));
  const button = (label: string, onclick: () => void) =>
    element("button", { type: "button", class: "quiet", onclick }, label);
  return element(
    "p",
    { class: "take-away" },
    button(text.copy, () => void copy()),
    button(text.save, save),
    button(text.print, () => print()),
    told,
  );
}
