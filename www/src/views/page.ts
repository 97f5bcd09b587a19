/** The whole page in one language. */

import type { Session } from "../session.ts";
import type { State } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { dictionary, type PageLanguage } from "../text/dictionary.ts";
import { shown } from "../text/shown.ts";
import { accessPanel } from "./access.ts";
import { answerPanel } from "./answer.ts";
import { askPanel } from "./ask.ts";
import { element, setHidden, setText } from "./element.ts";
import { goOnPanel } from "./go-on.ts";
import { keepPanel } from "./keep.ts";
import { languageModelPanel, openLanguageModel } from "./language-model.ts";
import { longTermPanel } from "./long-term.ts";
import { memoryPanel } from "./memory.ts";
import { noticesPanel } from "./notices.ts";
import type { Context, Panel } from "./panel.ts";
import { partsBar } from "./parts.ts";
import { progressPanel } from "./progress.ts";
import { sourcePanel } from "./source.ts";
import { spendingPanel } from "./spending.ts";
import { storedRunsPanel } from "./stored-runs.ts";
import { tasksPanel } from "./tasks.ts";
import { waysPanel } from "./ways.ts";

/** The parts that outlive a change of language. */
interface PageParts {
  readonly store: Store;
  readonly session: Session;
  readonly onLanguage: (language: PageLanguage) => void;
}

/**
 * Draws the page into `root`, in place of its former content; state and drafts stay. Call the returned function before
 * the page is drawn anew.
 */
export function showPage(
  root: HTMLElement,
  language: PageLanguage,
  outliving: PageParts,
): () => void {
  const { store, session, onLanguage } = outliving;
  const context: Context = { store, session, words: dictionary(language) };
  const top = header(context, () => onLanguage(language === "en" ? "zh" : "en"));
  const [ask, access, languageModel] = [
    askPanel(context),
    accessPanel(context),
    languageModelPanel(context),
  ];
  const ways = waysPanel(context, () => openLanguageModel(languageModel.element));
  const [progress, notices, goOn] = [
    progressPanel(context),
    noticesPanel(context),
    goOnPanel(context),
  ];
  const [answer, source] = [answerPanel(context), sourcePanel(context)];
  const [memory, tasks, keep] = [memoryPanel(context), tasksPanel(context), keepPanel(context)];
  const [spending, stored] = [spendingPanel(context), storedRunsPanel(context)];
  const longTerm = longTermPanel(context);
  const panels = [
    top,
    ask,
    ...(access ? [access] : []),
    ways,
    languageModel,
    notices,
    goOn,
    progress,
    answer,
    source,
  ];
  document.documentElement.lang = context.words.language;
  document.title = context.words.title;
  const parts = partsBar(context);
  root.replaceChildren(
    element("a", { class: "skip", href: "#ask" }, context.words.skip),
    top.element,
    element(
      "main",
      {},
      ask.element,
      access?.element ?? "",
      ways.element,
      languageModel.element,
      notices.element,
      goOn.element,
      progress.element,
      tasks.element,
      element("div", { class: "reading" }, answer.element, source.element),
      memory.element,
      element("div", { class: "after" }, spending.element, keep.element),
      stored.element,
      longTerm.element,
      parts.element,
    ),
  );
  const all = [...panels, memory, tasks, spending, keep, stored, longTerm, parts];
  store.show(all.map(({ view }) => view));
  return () => {
    for (const panel of all) panel.close?.();
  };
}

/** The language model of a question, for a new memory or for the present one. */
function asked({ languageModel, memoryModel, keptRun }: State): State["languageModel"] {
  return languageModel ?? (keptRun === null ? null : memoryModel);
}

/** The title, and the model that answers, which must never be in doubt. */
function header({ words }: Context, onSwitch: () => void): Panel {
  const other = words.language === "en" ? "zh-CN" : "en";
  const tagline = element("p", { class: "tagline" });
  const label = element("p", { class: "label" });
  const offline = element("p", { class: "hint", role: "status", hidden: true });
  const made = element(
    "header",
    {},
    element(
      "div",
      { class: "masthead" },
      element("h1", {}, words.title),
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          lang: other,
          title: words.switchLanguageLabel,
          onclick: onSwitch,
        },
        words.switchLanguage,
      ),
    ),
    tagline,
    label,
    offline,
  );
  return {
    element: made,
    view: (state) => {
      const languageModel = asked(state);
      const [line, told] = wordsOn(languageModel, words);
      setText(tagline, line);
      setText(label, told);
      showOffline(offline, state, words);
      label.classList.toggle("sends", languageModel !== null);
    },
  };
}

/** Told once, and only while it is true: a language model needs its network. */
function showOffline(line: HTMLElement, state: State, words: Context["words"]): void {
  const isTold = state.isOfflineReady && asked(state) === null;
  setHidden(line, !isTold);
  setText(line, isTold ? words.offlineReady : "");
}

/** The page's use of this model, and the destination of questions. */
function wordsOn(
  languageModel: State["languageModel"],
  { tagline, label, model: text }: Context["words"],
): readonly [string, string] {
  if (languageModel === null) return [tagline, label];
  const [name, place] = [shown(languageModel.name), shown(languageModel.place)];
  return languageModel.isThroughSite
    ? [text.taglineSite, text.labelSite(name, place)]
    : [text.tagline, text.label(name, place)];
}
