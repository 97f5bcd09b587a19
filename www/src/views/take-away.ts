/** Buttons that take an answer out of the page: copied, saved or printed (BX-08). */

import { copy } from "./copy.ts";
import { download } from "./download.ts";
import { element, setText } from "./element.ts";
import { htmlReportOf } from "./html-report.ts";
import type { Context } from "./panel.ts";
import { type Reported, reportOf } from "./report.ts";

/** The buttons for an answer. */
export function takeAway(reported: Reported, { words }: Context): HTMLElement {
  const text = words.takeAway;
  const told = element("span", { class: "hint", role: "status" });
  const report = () => reportOf(reported, words);
  const save = () => download("answer.md", new Blob([report()], { type: "text/markdown" }));
  const saveHtml = () =>
    download("answer.html", new Blob([htmlReportOf(reported, words)], { type: "text/html" }));
  const button = (label: string, onclick: () => void) =>
    element("button", { type: "button", class: "quiet", onclick }, label);
  return element(
    "p",
    { class: "take-away" },
    button(text.copy, async () => setText(told, await copy(report(), words))),
    button(text.save, save),
    button(text.saveHtml, saveHtml),
    button(text.print, () => print()),
    told,
  );
}
