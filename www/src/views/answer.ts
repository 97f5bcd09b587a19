/** The answer, the quotations it rests on, and the passages it was made from. */

import { isUnsupported } from "../../../npm/src/support.ts";
import type { Answer, Citation, EvidencePassage } from "../bank/types.ts";
import { quotedFirst } from "../state/disputes.ts";
import { EXTRACTIVE, type Exchange, readsOn, type State } from "../state/state.ts";
import { type Cause, causeOf } from "../state/verdict.ts";
import { shown } from "../text/shown.ts";
import { answerInView } from "./answer-in-view.ts";
import { CitationCard, showInSource } from "./citation-card.ts";
import { element, languageOf, setHidden, setText } from "./element.ts";
import { importedNotice } from "./imported.ts";
import { originLine } from "./origin.ts";
import type { Context, Panel } from "./panel.ts";
import { partlyReadNotice } from "./partly-read.ts";
import { drawStatements, unfinished, withoutMarks } from "./statements.ts";
import { takeAway } from "./take-away.ts";

/** The answer and the questions that may follow it. */
export function answerPanel(context: Context): Panel {
  const { words } = context;
  const asked = element("p", { class: "asked", dir: "auto" });
  const notice = element("p", { class: "notice", role: "status" });
  const partly = partlyReadNotice(context);
  const imported = importedNotice(context);
  const revised = element("p", { class: "notice", role: "status" }, words.answer.revised);
  const writing = element("div", { class: "writing" });
  const card = new CitationCard(context);
  const body = element("div", {});
  const followUp = followUpForm(context);
  const earlier = element("div", { class: "earlier" });
  const heading = element("h2", { id: "answer-heading", tabindex: -1 }, words.answer.heading);
  const section = element(
    "section",
    { class: "answer", "aria-labelledby": "answer-heading", hidden: true },
    heading,
    asked,
    notice,
    imported.element,
    partly.element,
    revised,
    writing,
    body,
    followUp.element,
    earlier,
    card.element,
  );
  const inView = answerInView(section, heading, words.title);
  return {
    element: section,
    close: () => {
      inView.close();
      card.close();
    },
    view: (state, previous) => {
      setHidden(
        section,
        state.answer === null &&
          state.notice === null &&
          state.earlier.length === 0 &&
          state.work.writing === "",
      );
      setHidden(revised, !state.isRevised);
      setHidden(writing, state.work.writing === "");
      if (state.work.writing !== previous?.work.writing)
        writing.replaceChildren(...unfinished(state.work.writing));
      setText(asked, shown(state.question));
      setHidden(notice, state.notice === null);
      setText(notice, state.notice === null ? "" : words.answer[state.notice]);
      imported.view(state, previous);
      partly.view(state, previous);
      if (state.answer !== previous?.answer || state.retrieved !== previous?.retrieved) {
        card.hide();
        body.replaceChildren(...(state.answer ? drawn(state.answer, state, card, context) : []));
      }
      if (state.citation !== previous?.citation) markShown(body, state.citation);
      if (state.place === null && previous?.place && state.citation !== null)
        card.goBack(state.citation);
      if (state.earlier !== previous?.earlier)
        earlier.replaceChildren(...earlierOnes(state.earlier, words));
      followUp.view(state, previous);
      inView.follow(state, previous);
    },
  };
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
    ...(answer.citations.length > 0 ? [citations(answer.citations, context)] : []),
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

function citations(all: readonly Citation[], context: Context): HTMLElement {
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
            onclick: () => showInSource(citation, context),
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

function followUpForm({ session, store, words }: Context): Panel {
  const field = element("input", {
    id: "follow-up",
    type: "text",
    autocomplete: "off",
    dir: "auto",
  });
  const button = element("button", { type: "submit" }, words.answer.followUpSubmit);
  const hint = element("p", { class: "hint" });
  const form = element(
    "form",
    { class: "follow-up", novalidate: true },
    element("label", { for: "follow-up" }, words.answer.followUp),
    element("div", { class: "row" }, field, button),
    hint,
  );
  field.addEventListener("input", () => {
    if (store.state.problem?.code === "empty_question") store.dispatch({ type: "problemClosed" });
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void session.askAgain(field.value);
  });
  return {
    element: form,
    view: (state: State, previous) => {
      setHidden(form, state.keptRun === null && !readsOn(state));
      const asksOther = state.engine !== null && isOther(state);
      setHidden(hint, !asksOther);
      setText(
        hint,
        asksOther ? words.answer.followUpBy(shown(state.engine?.description ?? "")) : "",
      );
      button.disabled = state.phase !== "idle" && !readsOn(state);
      // What is typed while a run goes on after its answer stays: only a run that starts takes it.
      if (state.tasks?.docId !== previous?.tasks?.docId) field.value = "";
    },
  };
}

/** True if a further question uses another model than a new one: only a stored memory moves to the present setting. */
function isOther({ engine, languageModel, memoryModel, stored, keptRun }: State): boolean {
  if (languageModel === null) return memoryModel !== null;
  const isStored = stored?.runs.some(({ id }) => id === keptRun) ?? false;
  return engine?.name === EXTRACTIVE && !isStored;
}

function earlierOnes(earlier: readonly Exchange[], words: Context["words"]): HTMLElement[] {
  if (earlier.length === 0) return [];
  const items = earlier.map(({ question, answer }) => [
    element("dt", { dir: "auto" }, shown(question)),
    element("dd", { dir: "auto" }, ...withoutMarks(answer)),
  ]);
  return [
    element(
      "details",
      {},
      element("summary", {}, words.answer.earlier(earlier.length)),
      element("dl", {}, ...items.flat()),
    ),
  ];
}
