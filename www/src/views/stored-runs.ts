/** The runs that this browser keeps: to be opened, gone on with, deleted. */

import type { RunHead } from "../bank/types.ts";
import type { State } from "../state/state.ts";
import { momentText, sizeText } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { element, languageOf, setHidden, setText } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

/** The list of earlier runs; nothing is shown before there is one. */
export function storedRunsPanel(context: Context): Panel {
  const { words } = context;
  const list = element("ul", {});
  const hint = element("p", { class: "hint" }, words.stored.text);
  const problem = element("p", { class: "hint problem", role: "status" });
  const section = element(
    "section",
    { class: "stored", "aria-labelledby": "stored-heading", hidden: true },
    element("h2", { id: "stored-heading" }, words.stored.heading),
    hint,
    problem,
    list,
  );
  return {
    element: section,
    view: (state, previous) => {
      const { stored } = state;
      const runs = stored?.runs ?? [];
      setHidden(section, runs.length === 0 && !stored?.problem);
      setHidden(hint, runs.length === 0);
      setHidden(problem, !stored?.problem);
      setText(problem, stored?.problem ? reasonOf(stored.problem, words) : "");
      const isSame =
        previous?.stored === stored &&
        previous?.phase === state.phase &&
        previous?.keptRun === state.keptRun;
      if (!isSame) list.replaceChildren(...runs.map((run) => row(run, state, context)));
    },
  };
}

function reasonOf(problem: { code: string; message: string }, words: Context["words"]): string {
  const reason = words.stored.problems[problem.code] ?? problem.message;
  return `${words.stored.notKept} ${reason}`;
}

function row(run: RunHead, state: State, { session, words }: Context): HTMLElement {
  const isIdle = state.phase === "idle";
  const question = shown(run.question);
  const openText = state.keptRun === run.id ? words.stored.isOpen : words.stored.open;
  const open = element(
    "button",
    {
      type: "button",
      disabled: !isIdle || state.keptRun === run.id,
      "aria-label": words.stored.label(openText, question),
      onclick: () => void session.openRun(run.id),
    },
    openText,
  );
  const facts = [
    standingOf(run, words),
    momentText(run.updated, words.language),
    sizeText(run.bytes, words.language),
  ];
  return element(
    "li",
    {},
    element("p", { class: "question", lang: languageOf(question) }, question),
    element("p", { class: "hint" }, facts.join(" · ")),
    element(
      "div",
      { class: "actions" },
      open,
      deleter(words, question, isIdle, () => void session.runs.delete(run.id)),
    ),
  );
}

/** Deleting takes a second press, for nothing brings a run back. */
function deleter(
  words: Context["words"],
  question: string,
  isIdle: boolean,
  onDelete: () => void,
): HTMLButtonElement {
  let isAsked = false;
  const ask = (asked: boolean) => {
    isAsked = asked;
    const text = asked ? words.stored.removeForGood : words.stored.remove;
    setText(button, text);
    button.setAttribute("aria-label", words.stored.label(text, question));
  };
  const button = element("button", {
    type: "button",
    class: "quiet",
    disabled: !isIdle,
    onclick: () => (isAsked ? onDelete() : ask(true)),
    onblur: () => ask(false),
  });
  ask(false);
  return button;
}

/** How a run stands, in a word or two. */
export function standingOf({ state }: Pick<RunHead, "state">, words: Context["words"]): string {
  const { standing } = words.stored;
  if (state.state !== "finished") return standing[state.state];
  return state.termination === "answer" ? standing.answered : standing.ended;
}
