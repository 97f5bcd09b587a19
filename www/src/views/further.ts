/** The question that follows an answer: it is asked of the same memory, and may bring documents along. */

import { EXTRACTIVE, type Further, readsOn, type State } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import { addFiles, filePicker } from "./ask.ts";
import { chosenDocuments, questionOfTitle } from "./chosen-documents.ts";
import { element, setHidden, setText, submitOnEnter } from "./element.ts";
import { libraryPanel } from "./library.ts";
import type { Context, Panel } from "./panel.ts";

/** The form of a further question. */
export function furtherForm(context: Context): Panel {
  const { session, store, words } = context;
  const change = (further: Partial<Further>) => store.dispatch({ type: "furtherChanged", further });
  const field = element("textarea", { id: "follow-up", rows: 2, autocomplete: "off", dir: "auto" });
  const ask = element("button", { type: "submit" }, words.answer.followUpSubmit);
  const picker = filePicker("", true, (files) => addFiles(context, files, "further"));
  const add = element(
    "button",
    { type: "button", class: "quiet", onclick: () => picker.click() },
    words.answer.addDocuments,
  );
  const documents = chosenDocuments(context, {
    of: ({ further }) => further.documents,
    remove: (document) =>
      change({ documents: store.state.further.documents.filter((one) => one !== document) }),
    ask: questionOfTitle(words, {
      read: () => store.state.further.question,
      write: (question) => {
        change({ question });
        field.focus();
      },
    }),
  });
  const library = libraryPanel(context, "further");
  const hint = element("p", { class: "hint" });
  const form = element(
    "form",
    { class: "follow-up", novalidate: true },
    element("label", { for: "follow-up" }, words.answer.followUp),
    element("div", { class: "row" }, field, ask),
    documents.element,
    element("div", { class: "beneath" }, add, picker),
    library.element,
    hint,
  );
  field.addEventListener("input", () => change({ question: field.value }));
  submitOnEnter(field);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void session.askAgain();
  });
  return {
    element: form,
    view: (state, previous) => {
      setHidden(form, state.keptRun === null && !readsOn(state));
      documents.view(state, previous);
      library.view(state, previous);
      const asksOther = state.engine !== null && isOther(state);
      setHidden(hint, !asksOther);
      setText(
        hint,
        asksOther ? words.answer.followUpBy(shown(state.engine?.description ?? "")) : "",
      );
      ask.disabled = state.phase !== "idle" && !readsOn(state);
      // What is typed while a run goes on after its answer stays: only a run that starts takes it.
      if (field.value !== state.further.question) field.value = state.further.question;
    },
  };
}

/** True if a further question uses another model than a new one: only a stored memory moves to the present setting. */
function isOther({ engine, languageModel, memoryModel, stored, keptRun }: State): boolean {
  if (languageModel === null) return memoryModel !== null;
  const isStored = stored?.runs.some(({ id }) => id === keptRun) ?? false;
  return engine?.name === EXTRACTIVE && !isStored;
}
