/** The documents, the question and the buttons that start a run. Folded to a line while there is one. */

import type { DraftDocument, State } from "../state/state.ts";
import { likelyText } from "../text/costs.ts";
import { shown } from "../text/shown.ts";
import { chosenDocuments, draftedDocuments } from "./chosen-documents.ts";
import { acceptDrops } from "./drops.ts";
import { element, setHidden, setText, submitOnEnter } from "./element.ts";
import { fittingMemoryLine } from "./fitting-memory.ts";
import { libraryPanel } from "./library.ts";
import type { Context, Panel } from "./panel.ts";
import { sampleButton } from "./sample.ts";

/** Longest text that is pasted into the field; a longer one becomes a document, for fields are slow with it. */
const LONGEST_PASTE = 20_000;

/** The form that starts everything. */
export function askPanel(context: Context): Panel {
  const { session, words } = context;
  const documents = documentField(context, () => fold(false));
  const question = questionField(context);
  const unfold = element(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        fold(false);
        document.getElementById("question")?.focus();
      },
    },
    words.ask.anew,
  );
  const line = element(
    "p",
    { class: "line", hidden: true },
    unfold,
    " ",
    element("span", { class: "hint" }, words.ask.anewHint),
  );
  const form = element(
    "form",
    { class: "ask", id: "ask", "aria-labelledby": "ask-heading", novalidate: true },
    element("h2", { id: "ask-heading", class: "visually-hidden" }, words.ask.heading),
    line,
    documents.element,
    question.element,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void session.ask(words.ask.pastedName);
  });

  function fold(isFolded: boolean): void {
    setHidden(line, !isFolded);
    for (const part of [documents, question]) setHidden(part.element, isFolded);
  }

  return {
    element: form,
    ...(documents.close && { close: documents.close }),
    view: (state, previous) => {
      form.classList.toggle("begun", hasBegun(state));
      if (begins(state, previous)) fold(true);
      else if (!hasBegun(state) || wasRefused(state, previous)) fold(false);
      if (previous === null || isNews(state, previous)) context.session.forecast();
      documents.view(state, previous);
      question.view(state, previous);
    },
  };
}

/** True if anything has changed that the cost of a question may depend on. */
function isNews(state: State, previous: State): boolean {
  const parts = ["draft", "languageModel", "library", "keptRun", "stored"] as const;
  return parts.some((part) => state[part] !== previous[part]);
}

function documentField(context: Context, unfold: () => void): Panel {
  const { store, session, words } = context;
  const add = (files: Iterable<File>) => addFiles(context, files, "draft");
  const list = chosenDocuments(context, draftedDocuments(context));
  const library = libraryPanel(context, "draft");
  const pasted = pasteArea(context);
  const importer = filePicker(".json,application/json", false, ([file]) => {
    if (file) void session.files.importMemory(file);
  });
  const importButton = element(
    "button",
    { type: "button", class: "quiet", onclick: () => importer.click() },
    words.ask.import,
  );
  const replayer = filePicker(".json,.jsonl,application/json", false, ([file]) => {
    if (file) void session.files.replay(file);
  });
  const replayButton = element(
    "button",
    { type: "button", class: "quiet", onclick: () => replayer.click() },
    words.ask.replay,
  );
  const zone = element(
    "div",
    { class: "drop" },
    dropLine(context, add),
    element("p", { class: "hint" }, words.ask.formats),
    list.element,
    pasted,
    library.element,
  );
  const names = element("span", { class: "names hint", dir: "auto" });
  const field = element(
    "details",
    { class: "field about", open: true },
    element("summary", {}, element("span", {}, words.ask.document), " ", names),
    zone,
    element("div", { class: "beneath" }, importButton, importer, replayButton, replayer),
  );
  const close = acceptDrops(field, {
    // With a memory to ask, they are for the further question.
    files: (files) =>
      addFiles(context, files, field.hidden && store.state.keptRun !== null ? "further" : "draft"),
    text: (text) => addText(context, text),
    over: () => {
      if (store.state.keptRun === null) unfold();
      field.open = true;
    },
  });
  return {
    element: field,
    close,
    view: (state, previous) => {
      if (begins(state, previous)) field.open = false;
      else if (state.draft.documents.length > (previous?.draft.documents.length ?? 0)) {
        field.open = true;
      }
      setText(names, namesOf(state.draft, words));
      for (const button of [importButton, replayButton]) button.disabled = state.phase !== "idle";
      list.view(state, previous);
      library.view(state, previous);
      if (pasted.value !== state.draft.pasted) pasted.value = state.draft.pasted;
    },
  };
}

/** True if a run begins now, or this is drawn when one has begun: its answer needs the room. */
export function begins(state: State, previous: State | null): boolean {
  if (previous === null) return hasBegun(state);
  return previous.phase === "idle" && state.phase !== "idle";
}

/** True if a run for a new memory was refused before it started: what was put in wants a change. */
function wasRefused(state: State, previous: State | null): boolean {
  const requested = previous?.requested;
  return requested?.continued === false && state.requested === null && state.problem !== null;
}

function hasBegun({ phase, tasks }: State): boolean {
  return phase !== "idle" || tasks !== null;
}

/** Names of documents that are told where there is one line for them. */
const NAMES_TOLD = 3;

/** The names of the documents and of the pasted text, in one line. */
function namesOf({ documents, pasted }: State["draft"], { ask }: Context["words"]): string {
  const names = documents.map(({ name }) => shown(name));
  const all = [...names, ...(pasted.trim() === "" ? [] : [ask.pastedName])];
  const others = all.length - NAMES_TOLD;
  return all.slice(0, NAMES_TOLD).join(", ") + (others > 0 ? ` + ${others}` : "");
}

/** Adds files to the documents of a new memory, or to those of a further question. */
export function addFiles(context: Context, files: Iterable<File>, to: "draft" | "further"): void {
  const documents = [...files].map(draftOf);
  if (documents.length === 0) return;
  context.store.dispatch({ type: to === "draft" ? "documentsAdded" : "furtherAdded", documents });
  prepareQuietly(context);
  void context.session.judge();
}

function draftOf(file: File): DraftDocument {
  return { name: file.name, mediaType: file.type, size: file.size, blob: file };
}

/** Loads the model while the question is still being written; a failure is shown when it is asked. */
function prepareQuietly({ session }: Context): void {
  session.prepare().catch(() => {});
}

function dropLine({ words }: Context, add: (files: Iterable<File>) => void): HTMLElement {
  const picker = filePicker("", true, add);
  picker.id = "documents";
  const choose = element(
    "button",
    { type: "button", onclick: () => picker.click() },
    words.ask.choose,
  );
  return element("p", { class: "drop-line" }, `${words.ask.drop} `, choose, picker);
}

/** The hidden field that the browser's choice of files belongs to. */
export function filePicker(
  accept: string,
  multiple: boolean,
  take: (files: File[]) => void,
): HTMLInputElement {
  const input = element("input", { type: "file", accept: accept || null, multiple, hidden: true });
  input.addEventListener("change", () => {
    take([...(input.files ?? [])]);
    input.value = "";
  });
  return input;
}

/** Adds dropped text to the pasted text, or makes a document of it. */
function addText(context: Context, text: string): void {
  const { store } = context;
  const { pasted } = store.state.draft;
  if (text.trim() === "") return;
  if (pasted.length + text.length > LONGEST_PASTE) {
    addLongText(context, text);
    return;
  }
  const both = pasted.trim() === "" ? text : `${pasted}\n\n${text}`;
  store.dispatch({ type: "draftChanged", draft: { pasted: both } });
  prepareQuietly(context);
}

/** Makes a document of a text that is too long for the field. */
function addLongText(context: Context, text: string): void {
  const blob = new Blob([text], { type: "text/plain" });
  const name = context.words.ask.pastedName;
  const document = { name, mediaType: blob.type, size: blob.size, blob, pasted: true } as const;
  context.store.dispatch({ type: "documentsAdded", documents: [document] });
  prepareQuietly(context);
  void context.session.judge();
}

function pasteArea(context: Context): HTMLTextAreaElement {
  const { store, words } = context;
  const area = element("textarea", {
    id: "pasted",
    rows: 3,
    placeholder: words.ask.paste,
    "aria-label": words.ask.pasteLabel,
    dir: "auto",
    spellcheck: "false",
  });
  area.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= LONGEST_PASTE) return;
    event.preventDefault();
    addLongText(context, text);
  });
  area.addEventListener("input", () => {
    store.dispatch({ type: "draftChanged", draft: { pasted: area.value } });
    prepareQuietly(context);
  });
  return area;
}

function questionField(context: Context): Panel {
  const { store, words } = context;
  const question = element("textarea", {
    id: "question",
    rows: 3,
    placeholder: words.ask.questionHint,
    dir: "auto",
  });
  question.addEventListener("input", () =>
    store.dispatch({ type: "draftChanged", draft: { question: question.value } }),
  );
  submitOnEnter(question);
  const submit = element("button", { type: "submit", class: "primary" }, words.ask.submit);
  const sample = sampleButton(context);
  const overview = element(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        store.dispatch({ type: "draftChanged", draft: { question: words.ask.overview } });
        // This button goes now.
        submit.focus();
        question.form?.requestSubmit();
      },
    },
    words.ask.overview,
  );
  const forecast = element("p", { class: "forecast", role: "status", hidden: true });
  const memory = fittingMemoryLine(context);
  const field = element(
    "div",
    { class: "field" },
    element("label", { for: "question" }, words.ask.question),
    question,
    element("div", { class: "actions" }, submit, overview, sample.element),
    memory.element,
    forecast,
    element("p", { class: "hint" }, words.ask.sampleHint),
  );
  return {
    element: field,
    view: (state, previous) => {
      if (question.value !== state.draft.question) question.value = state.draft.question;
      sample.view(state, previous);
      memory.view(state, previous);
      setHidden(overview, !mayBeSummedUp(state));
      const isTold = state.forecast !== null && state.phase === "idle";
      setHidden(forecast, !isTold);
      setText(forecast, state.forecast && isTold ? likelyText(state.forecast, words) : "");
      submit.disabled = state.phase !== "idle";
    },
  };
}

/** True if there is a document, and no question about it yet. */
function mayBeSummedUp({ draft, phase }: State): boolean {
  const isGiven = draft.documents.length > 0 || draft.pasted.trim() !== "";
  return isGiven && draft.question.trim() === "" && phase === "idle";
}
