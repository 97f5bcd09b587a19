/** The whole page in one language. */

import type { Session } from "../session.ts";
import type { Store } from "../state/store.ts";
import { dictionary, type PageLanguage } from "../text/dictionary.ts";
import { answerPanel } from "./answer.ts";
import { askPanel } from "./ask.ts";
import { element } from "./element.ts";
import { keepPanel } from "./keep.ts";
import { memoryPanel } from "./memory.ts";
import { noticesPanel } from "./notices.ts";
import type { Context } from "./panel.ts";
import { progressPanel } from "./progress.ts";
import { sourcePanel } from "./source.ts";
import { tasksPanel } from "./tasks.ts";

/** What outlives a change of language. */
interface PageParts {
  readonly store: Store;
  readonly session: Session;
  readonly onLanguage: (language: PageLanguage) => void;
}

/**
 * Draws the page into `root`, in place of what was there; state and drafts stay. What it returns is
 * to be called before the page is drawn anew.
 */
export function showPage(root: HTMLElement, language: PageLanguage, parts: PageParts): () => void {
  const { store, session, onLanguage } = parts;
  const context: Context = { store, session, words: dictionary(language) };
  const [ask, progress, notices] = [
    askPanel(context),
    progressPanel(context),
    noticesPanel(context),
  ];
  const [answer, source] = [answerPanel(context), sourcePanel(context)];
  const [memory, tasks, keep] = [memoryPanel(context), tasksPanel(context), keepPanel(context)];
  document.documentElement.lang = context.words.language;
  document.title = context.words.title;
  root.replaceChildren(
    element("a", { class: "skip", href: "#question" }, context.words.skip),
    header(context, () => onLanguage(language === "en" ? "zh" : "en")),
    element(
      "main",
      {},
      ask.element,
      notices.element,
      progress.element,
      element("div", { class: "reading" }, answer.element, source.element),
      memory.element,
      element("div", { class: "after" }, tasks.element, keep.element),
    ),
  );
  store.show([ask, notices, progress, answer, source, memory, tasks, keep].map(({ view }) => view));
  return () => memory.close?.();
}

function header({ words }: Context, onSwitch: () => void): HTMLElement {
  const other = words.language === "en" ? "zh-CN" : "en";
  return element(
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
    element("p", { class: "tagline" }, words.tagline),
    element("p", { class: "label" }, words.label),
  );
}
