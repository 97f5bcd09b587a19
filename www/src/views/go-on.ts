/** The ways out of a run that was stopped or failed. */

import { element, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";
import { pressedTwice } from "./pressed-twice.ts";

/** The buttons that go on, answer with what is known, or give the run up. */
export function goOnPanel({ session, words }: Context): Panel {
  const text = words.goOn;
  const goOn = element(
    "button",
    { type: "button", onclick: () => void session.goOn() },
    text.submit,
  );
  const answer = element(
    "button",
    { type: "button", onclick: () => void session.answerNow() },
    text.answer,
  );
  const discard = pressedTwice({
    texts: [text.discard, text.discardForGood],
    onSecond: () => {
      void session.discard();
      // The form is there again once this is drawn.
      requestAnimationFrame(() => document.getElementById("question")?.focus());
    },
  });
  const hint = element("p", { class: "hint" });
  const row = element(
    "div",
    { class: "go-on", hidden: true },
    element("p", { class: "row" }, goOn, answer, discard),
    hint,
  );
  return {
    element: row,
    view: ({ canGoOn, earlier, phase, keptRun, memoryModel }) => {
      setHidden(row, !canGoOn || phase !== "idle");
      setHidden(answer, keptRun === null);
      // The memory has answered before: it goes with the list of earlier runs alone.
      setHidden(discard, earlier.length > 0);
      setText(hint, hintOf(keptRun !== null, memoryModel !== null, text));
    },
  };
}

function hintOf(hasMemory: boolean, asksModel: boolean, text: Context["words"]["goOn"]): string {
  if (!hasMemory) return text.hint;
  return `${text.hint} ${asksModel ? text.answerByModel : text.answerByQuotes}`;
}
