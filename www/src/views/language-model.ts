/** Which language model is asked, and what it may use: closed until someone wants one. */

import { type ModelChoice, PROVIDERS } from "../bank/model-choice.ts";
import type { Trial } from "../bank/trial.ts";
import type { State } from "../state/state.ts";
import { shown } from "../text/shown.ts";
import { element, setHidden, setText } from "./element.ts";
import { checkField, choiceField, type Field, keyField, textField } from "./field.ts";
import type { Context, Panel } from "./panel.ts";

/** The settings of the language model. */
export function languageModelPanel(context: Context): Panel {
  const { session, words } = context;
  const text = words.model;
  const title = element("span", {});
  const trial = trialRow(context);
  const fields = fieldsOf(context, () => {
    trial.clear();
    show();
  });
  const only = element("p", { class: "hint" }, text.none);
  const details = element(
    "div",
    { class: "choices" },
    group(text.heading, fields.address, fields.model, fields.key, fields.answerLanguage),
    group(text.budgetHeading, fields.budget),
    group(
      text.web,
      fields.search,
      fields.searchKey,
      fields.searchLanguage,
      fields.reader,
      fields.readerKey,
    ),
    group(text.proxyHeading, fields.proxy, fields.proxyModel, fields.proxyKeys),
    deviceGroup(context, () => show()),
    trial.element,
  );
  const form = element(
    "form",
    { autocomplete: "off", novalidate: true },
    fields.provider.element,
    only,
    details,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void trial.start();
  });
  const panel = element(
    "details",
    { class: "language-model", id: "language-model" },
    element("summary", {}, title),
    form,
  );

  /** Shows what the session holds: which fields matter, and what is in them. */
  function show(): void {
    const { choice } = session;
    const isNone = choice.provider === "none";
    setHidden(only, !isNone);
    setHidden(details, isNone);
    for (const field of Object.values(fields)) field.show(choice);
    void showAddress(fields.address, context);
  }

  panel.addEventListener("toggle", () => panel.open && show());
  return {
    element: panel,
    view: ({ languageModel }: State, previous) => {
      if (previous !== null && languageModel === previous.languageModel) return;
      const isNone = languageModel === null;
      setText(title, isNone ? text.summaryNone : text.summary(shown(languageModel.name)));
      show();
    },
  };
}

function fieldsOf(context: Context, onChange: () => void): Record<keyof ModelChoice, Field> {
  const { session, words } = context;
  const text = words.model;
  const takes = (parts: Partial<ModelChoice>) => {
    session.choose({ ...session.choice, ...parts });
    onChange();
  };
  const none = [["none", text.providerNone]] as const;
  const custom = [["custom", text.providerCustom]] as const;
  return {
    provider: choiceField("provider", text.provider, [...none, ...PROVIDERS, ...custom], (parts) =>
      // Another endpoint has another address, other models and another key.
      takes({ ...parts, address: "", model: "", key: "" }),
    ),
    address: textField("address", text.address, takes, { hint: text.addressHint, type: "url" }),
    model: textField("model", text.name, takes, { hint: text.nameHint }),
    key: keyField("key", text.key, takes, { hint: text.keyHint }),
    answerLanguage: choiceField("answerLanguage", text.answerLanguage, text.answerLanguages, takes),
    budget: textField("budget", text.budget, takes, { hint: text.budgetHint }),
    search: checkField("search", text.search, takes),
    searchKey: keyField("searchKey", text.searchKey, takes, {
      hint: text.searchKeyHint,
      when: ({ search }) => search,
    }),
    searchLanguage: textField("searchLanguage", text.searchLanguage, takes, {
      hint: text.searchLanguageHint,
      when: ({ search }) => search,
    }),
    reader: choiceField("reader", text.reader, text.readers, takes),
    readerKey: keyField("readerKey", text.readerKey, takes, {
      hint: text.readerKeyHint,
      when: ({ reader }) => reader === "jina",
    }),
    proxy: textField("proxy", text.proxy, takes, { hint: text.proxyHint, type: "url" }),
    proxyModel: checkField("proxyModel", text.proxyModel, takes, ({ proxy }) => proxy !== ""),
    proxyKeys: checkField("proxyKeys", text.proxyKeys, takes, ({ proxy }) => proxy !== ""),
  };
}

/** The endpoint's own address stands in the empty field, as the engine knows it. */
async function showAddress({ input }: Field, { session }: Context): Promise<void> {
  const { provider } = session.choice;
  const known = PROVIDERS.some(([name]) => name === provider);
  const address = known ? await session.addressOf(provider).catch(() => "") : "https://…/v1";
  if (session.choice.provider === provider) input.setAttribute("placeholder", address);
}

function group(heading: string, ...fields: readonly Field[]): HTMLElement {
  return element(
    "fieldset",
    {},
    element("legend", {}, heading),
    ...fields.map((field) => field.element),
  );
}

/** Whether the keys stay after the tab is closed. */
function deviceGroup({ session, words }: Context, onForget: () => void): HTMLElement {
  const text = words.model;
  const box = element("input", { type: "checkbox", id: "remember" });
  box.checked = session.isRemembered;
  const forget = element("button", { type: "button", class: "quiet" }, text.forget);
  const told = element("p", { class: "hint", role: "status" });
  box.addEventListener("change", () => {
    if (box.checked) session.rememberChoice();
    else session.stopRemembering();
    const kept = session.isRemembered;
    setText(told, box.checked && !kept ? text.notRemembered : "");
    box.checked = kept;
  });
  forget.addEventListener("click", () => {
    session.forgetChoice();
    box.checked = false;
    setText(told, text.forgotten);
    onForget();
  });
  return element(
    "fieldset",
    {},
    element("legend", {}, text.keysHeading),
    element("p", { class: "hint" }, text.keysText),
    element("p", { class: "check" }, box, element("label", { for: "remember" }, text.remember)),
    element("p", { class: "row" }, forget),
    told,
  );
}

/** The button that tries the model, and what came of it. */
function trialRow({ session, words }: Context) {
  const text = words.model;
  const button = element("button", { type: "submit" }, text.test);
  const told = element("div", { role: "status", class: "trial" });
  let latest = 0;
  const start = async () => {
    const mine = ++latest;
    button.disabled = true;
    told.replaceChildren(element("p", {}, text.testing));
    const trial = await session.tryModel();
    button.disabled = false;
    if (mine === latest) told.replaceChildren(...outcome(trial, words));
  };
  const clear = () => {
    latest += 1;
    told.replaceChildren();
  };
  const row = element(
    "div",
    { class: "test" },
    element("p", { class: "row" }, button, element("span", { class: "hint" }, text.testHint)),
    told,
  );
  return { element: row, start, clear };
}

function outcome(trial: Trial, words: Context["words"]): HTMLElement[] {
  const { model: text, remedies } = words;
  if (trial.works) {
    const { model, inputTokens, outputTokens } = trial.call;
    const said = text.works(shown(model), inputTokens, outputTokens);
    return [element("p", { class: "works" }, said)];
  }
  const { code, message } = trial.problem;
  const remedy = remedies[code];
  return [
    element("p", { class: "fails", dir: "auto" }, remedy ?? shown(message)),
    ...(remedy !== undefined && message !== ""
      ? [element("p", { class: "hint", dir: "auto" }, shown(message))]
      : []),
    element("p", { class: "hint" }, words.problem.code(code)),
  ];
}
