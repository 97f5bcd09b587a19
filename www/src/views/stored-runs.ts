/** The runs that this browser keeps: to be opened, continued or deleted. */

import type { RunHead } from "../bank/types.ts";
import type { State } from "../state/state.ts";
import { momentText, sizeText } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { asideStoresPanel } from "./aside-stores.ts";
import { element, languageOf, setHidden, setText } from "./element.ts";
import { listSearch } from "./list-search.ts";
import type { Context, Panel } from "./panel.ts";
import { pressedTwice } from "./pressed-twice.ts";
import { unreadStorePanel } from "./unread-store.ts";

/** The list of earlier runs; nothing is shown before there may be one. */
export function storedRunsPanel(context: Context): Panel {
  const { store, words } = context;
  const list = element("ul", {});
  const search = listSearch<RunHead>({
    id: "run-search",
    label: words.stored.find,
    textOf: ({ question }) => question,
    found: words.stored.found,
    onInput: () => draw(store.state),
  });
  const draw = (state: State) => {
    const runs = search.found(state.stored?.runs ?? []);
    list.replaceChildren(...runs.map((run) => row(run, state, context)));
  };
  const hint = element("p", { class: "hint" });
  const standing = element("p", { role: "status" });
  const [unread, aside] = [unreadStorePanel(context), asideStoresPanel(context)];
  const section = element(
    "section",
    { class: "stored", "aria-labelledby": "stored-heading", hidden: true },
    element("h2", { id: "stored-heading" }, words.stored.heading),
    hint,
    standing,
    unread.element,
    search.element,
    list,
    aside.element,
  );
  return {
    element: section,
    view: (state, previous) => {
      const { stored } = state;
      const runs = stored?.runs ?? [];
      const said = standingText(stored, words);
      standing.className = stored?.problem ? "hint problem" : "hint";
      const isEmpty = runs.length === 0 && (stored?.aside ?? []).length === 0;
      setHidden(section, isEmpty && said === "");
      setHidden(hint, runs.length === 0);
      setText(hint, whereText(stored, words));
      setHidden(standing, said === "");
      setText(standing, said);
      unread.view(state, previous);
      aside.view(state, previous);
      const isSame =
        previous?.stored === stored &&
        previous?.phase === state.phase &&
        previous?.keptRun === state.keptRun;
      if (!isSame) draw(state);
    },
  };
}

/** The place of runs, and its persistence. */
function whereText(stored: State["stored"], { stored: words }: Context["words"]): string {
  const isLasting = stored?.isLasting ?? null;
  if (isLasting === null) return words.text;
  return `${words.text} ${isLasting ? words.lasting : words.notLasting}`;
}

/** The search for runs, or the reason why they go with the tab; empty if they are kept. */
function standingText(stored: State["stored"], { stored: words }: Context["words"]): string {
  if (stored?.isSought) return words.looking;
  if (!stored?.problem) return "";
  const { code, message } = stored.problem;
  return `${words.notKept} ${words.problems[code] ?? message}`;
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
    standingOf(run, words, state.stored?.atWork.includes(run.id)),
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
      pressedTwice({
        texts: [words.stored.remove, words.stored.removeForGood],
        label: (text) => words.stored.label(text, question),
        disabled: !isIdle,
        onSecond: () => void session.deleteRun(run.id),
      }),
    ),
  );
}

/** The state of a run, in a word or two. */
export function standingOf(
  { state }: Pick<RunHead, "state">,
  words: Context["words"],
  isAtWork = false,
): string {
  const { standing } = words.stored;
  if (isAtWork) return standing.atWork;
  if (state.state !== "finished") return standing[state.state];
  return state.termination === "answer" ? standing.answered : standing.ended;
}
