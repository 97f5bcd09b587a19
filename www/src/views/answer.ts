/** The answer, the quotations it rests on, and the passages it was made from. */

import { isUnsupported } from "../../../npm/src/support.ts";
import type { Answer, Citation, EvidencePassage } from "../bank/types.ts";
import { quotedFirst } from "../state/disputes.ts";
import { asPlayed } from "../state/playback.ts";
import type { State } from "../state/state.ts";
import { type Cause, causeOf } from "../state/verdict.ts";
import { shown } from "../text/shown.ts";
import { answerInView } from "./answer-in-view.ts";
import { CitationCard } from "./citation-card.ts";
import { earlierQuestions } from "./earlier.ts";
import { element, languageOf, setHidden, setText } from "./element.ts";
import { furtherForm } from "./further.ts";
import { importedNotice } from "./imported.ts";
import { originLine } from "./origin.ts";
import type { Context, Panel } from "./panel.ts";
import { partlyReadNotice } from "./partly-read.ts";
import { drawStatements, unfinished } from "./statements.ts";
import { takeAway } from "./take-away.ts";

/** The answer and the questions that may follow it. */
export function answerPanel(context: Context): Panel {
  const { words } = context;
  const asked = askedLines(context);
  const notice = element("p", { class: "notice", role: "status" });
  const partly = partlyReadNotice(context);
  const imported = importedNotice(context);
  const revised = element("p", { class: "notice", role: "status" }, words.answer.revised);
  const notYet = element("p", { class: "hint", hidden: true }, words.answer.notYet);
  const writing = element("div", { class: "writing" });
  const card = new CitationCard(context);
  const body = element("div", {});
  const further = furtherForm(context);
  const earlier = earlierQuestions(card, context);
  const heading = element("h2", { id: "answer-heading", tabindex: -1 }, words.answer.heading);
  const section = element(
    "section",
    { class: "answer", "aria-labelledby": "answer-heading", hidden: true },
    earlier.element,
    heading,
    asked.element,
    notice,
    imported.element,
    partly.element,
    revised,
    notYet,
    writing,
    body,
    further.element,
    card.element,
  );
  const inView = answerInView(section, heading, words.title);
  return {
    element: section,
    close: () => {
      inView.close();
      card.close();
    },
    view: (present, before) => {
      const [state, previous] = [asPlayed(present), before && asPlayed(before)];
      keepHeight(section, present, before);
      setHidden(notYet, state.answer !== null || present.answer === null);
      setHidden(section, isEmpty(present));
      setHidden(revised, !state.isRevised);
      setHidden(writing, state.work.writing === "");
      if (state.work.writing !== previous?.work.writing)
        writing.replaceChildren(...unfinished(state.work.writing));
      asked.view(state, previous);
      setHidden(notice, state.notice === null);
      setText(notice, state.notice === null ? "" : words.answer[state.notice]);
      imported.view(state, previous);
      partly.view(state, previous);
      if (state.answer !== previous?.answer || state.retrieved !== previous?.retrieved) {
        const { answer } = state;
        const parts = () => (answer ? drawn(answer, state, card, context) : []);
        card.whileRedrawn(body, () => body.replaceChildren(...parts()));
      }
      if (state.citation !== previous?.citation || state.place !== previous.place) {
        // A number of an earlier answer means another quotation here.
        markShown(body, card.leftFrom(earlier.element) ? null : state.citation);
      }
      if (state.place === null && previous?.place && state.citation !== null)
        card.goBack(state.citation);
      earlier.view(state, previous);
      further.view(state, previous);
      inView.follow(state, previous);
    },
  };
}

/** The question, and the memory that it uses in place of reading its documents. */
function askedLines({ words }: Context): Panel {
  const question = element("p", { class: "asked", dir: "auto" });
  const uses = element("p", { class: "hint", role: "status", dir: "auto" });
  return {
    element: element("div", {}, question, uses),
    view: (state) => {
      setText(question, shown(state.question));
      setHidden(uses, state.uses === null);
      setText(uses, state.uses === null ? "" : words.library.used(shown(state.uses)));
    },
  };
}

function isEmpty({ answer, notice, earlier, work }: State): boolean {
  return answer === null && notice === null && earlier.length === 0 && work.writing === "";
}

/** While the run is played again nothing below the answer moves. */
function keepHeight(section: HTMLElement, { isPlayed }: State, before: State | null): void {
  if (isPlayed === (before?.isPlayed ?? false)) return;
  section.style.minHeight = isPlayed ? `${section.getBoundingClientRect().height}px` : "";
}

function drawn(answer: Answer, state: State, card: CitationCard, context: Context): HTMLElement[] {
  const { retrieved } = state;
  const { words } = context;
  // The engine's confidence that a passage answers means nothing if none does.
  const confidence = answer.found
    ? [words.answer.confidence(Math.round(answer.confidence * 100))]
    : [];
  const verdict = verdictOf(answer, state, words);
  const statements = element("div", { class: "statements", lang: languageOf(answer.text) });
  drawStatements(statements, answer, (citation) => card.mark(citation), words);
  return [
    ...(verdict === null ? [] : [element("p", { class: "verdict", dir: "auto" }, verdict)]),
    statements,
    element("p", { class: "hint" }, [...confidence, answer.engine.description].join(" · ")),
    takeAway({ question: state.question, verdict, answer }, context),
    ...(answer.flags.length > 0 ? [flags(answer.flags, words)] : []),
    ...(answer.disputes.length > 0 ? [disputes(answer, words)] : []),
    ...(answer.citations.length > 0 ? [citations(answer.citations, card, context)] : []),
    ...(retrieved.length > 0 ? [passages(retrieved, context)] : []),
  ];
}

/** Says that an answer is none, and why, or that it has no sources. */
function verdictOf(answer: Answer, state: State, { answer: words }: Context["words"]) {
  if (answer.found) return null;
  return isUnsupported(answer) ? words.unsupported : notFound(causeOf(state), words);
}

function notFound(found: Cause, words: Context["words"]["answer"]): string {
  switch (found.cause) {
    case "documents":
      return words.notInDocuments(found.count);
    case "unreached":
      return words.webNotReached(found.failed, shown(found.last));
    case "nothing":
      return words.nothingFound;
    case "read":
      return words.notRead;
  }
}

/** Text that the model wrote without having retrieved it: unlinked, so that nobody follows it by mistake. */
function flags(flagged: readonly string[], words: Context["words"]): HTMLElement {
  return element(
    "div",
    { class: "notice caution flags" },
    element("p", {}, words.answer.flags),
    element("ul", {}, ...flagged.map((text) => element("li", { dir: "auto" }, shown(text)))),
  );
}

function disputes(answer: Answer, words: Context["words"]): HTMLElement {
  const quotes = answer.citations.map(({ quote }) => quote);
  const told = quotedFirst(answer.disputes, quotes).map(({ description }) => description);
  return element(
    "div",
    { class: "disputes" },
    element("h3", {}, words.answer.disputes),
    element("ul", {}, ...told.map((text) => element("li", { dir: "auto" }, shown(text)))),
  );
}

function citations(all: readonly Citation[], card: CitationCard, context: Context): HTMLElement {
  const { words } = context;
  const items = all.map((citation) =>
    element(
      "li",
      { value: citation.number, "data-citation": citation.number },
      element(
        "blockquote",
        { dir: "auto", lang: languageOf(citation.quote) },
        shown(citation.quote),
      ),
      element(
        "p",
        { class: "hint" },
        originLine(citation, citation.page ?? null, words),
        " ",
        element(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": `${words.answer.show} (${citation.number})`,
            onclick: ({ currentTarget }: Event) =>
              card.showInSource(citation, currentTarget as HTMLElement),
          },
          words.answer.show,
        ),
      ),
    ),
  );
  return element(
    "div",
    { class: "citations" },
    element("h3", {}, words.answer.citations),
    element("ol", {}, ...items),
  );
}

function passages(retrieved: readonly EvidencePassage[], context: Context): HTMLElement {
  const { words } = context;
  return element(
    "details",
    { class: "passages" },
    element("summary", {}, words.answer.retrieved(retrieved.length)),
    element("ol", {}, ...retrieved.map((passage) => passageItem(passage, context))),
  );
}

function passageItem(passage: EvidencePassage, { store, words }: Context): HTMLElement {
  const score = (value: number) => value.toFixed(2);
  const { document, bytes } = passage;
  return element(
    "li",
    {},
    element(
      "p",
      { class: "scores" },
      element("meter", {
        min: 0,
        max: 1,
        value: passage.score.toFixed(3),
        "aria-label": `${words.answer.score} ${score(passage.score)}`,
      }),
      element("strong", {}, score(passage.score)),
      element(
        "span",
        { class: "hint" },
        `${words.answer.keyword} ${score(passage.keyword)} · ${words.answer.semantic} ${score(passage.semantic)}`,
      ),
    ),
    element(
      "p",
      { class: "passage", dir: "auto", lang: languageOf(passage.text) },
      shown(passage.text),
    ),
    element(
      "p",
      { class: "hint" },
      originLine(passage, null, words),
      " ",
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () =>
            store.dispatch({ type: "placeShown", place: { document, bytes }, citation: null }),
        },
        words.answer.show,
      ),
    ),
  );
}

function markShown(body: HTMLElement, citation: number | null): void {
  for (const item of body.querySelectorAll("[data-citation]")) {
    item.classList.toggle("shown", item.getAttribute("data-citation") === String(citation));
  }
}
