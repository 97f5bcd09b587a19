/** The choice of a language model and of its tools: closed until someone wants one. */

import {
  lacksSearchKey,
  type ModelChoice,
  PROVIDERS,
  passingSite,
  shownSite,
} from "../bank/model-choice.ts";
import { modelCommand, proxyCommand, thisPlace } from "../bank/start-commands.ts";
import type { Trial } from "../bank/trial.ts";
import type { State } from "../state/state.ts";
import { remedyFor } from "../text/remedy.ts";
import { shown } from "../text/shown.ts";
import { begins } from "./ask.ts";
import { commandPart } from "./command.ts";
import { deviceControls } from "./device.ts";
import { element, setHidden, setText } from "./element.ts";
import {
  checkField,
  choiceField,
  type Field,
  keyField,
  lackLine,
  type Part,
  textField,
} from "./field.ts";
import { modelNameField } from "./model-name.ts";
import type { Context, Panel } from "./panel.ts";
import { type TokenField, tokenField } from "./token-field.ts";

/** The settings of the language model. */
export function languageModelPanel(context: Context): Panel {
  const { words } = context;
  const { chosen } = context.session;
  const text = words.model;
  const title = element("span", {});
  const trial = trialRow(context);
  const fields = fieldsOf(context, () => {
    trial.clear();
    show();
  });
  const only = element("p", { class: "hint" }, text.none);
  // The site's token has its own place, and the rest of the keys with it.
  const keys = chosen.site === null ? [keysGroup(context, () => show())] : [];
  const groups = [...groupsOf(fields, text), ...keys];
  const details = element(
    "div",
    { class: "choices" },
    ...groups.map((group) => group.element),
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

  /** Shows the session's choice: the fields that matter, and their values. */
  function show(): void {
    const { choice } = chosen;
    const isNone = choice.provider === "none";
    setHidden(only, !isNone);
    setHidden(details, isNone);
    for (const field of Object.values(fields)) field.show(choice);
    for (const group of groups) group.show();
    void showAddress(fields.address, context);
  }

  panel.addEventListener("toggle", () => panel.open && show());
  return {
    element: panel,
    view: (state: State, previous) => {
      if (begins(state, previous)) panel.open = false;
      const { languageModel } = state;
      if (previous === null || languageModel !== previous.languageModel) {
        setText(title, summaryOf(languageModel, text));
        show();
      }
      fields.proxyToken.view(state, previous, () => {
        panel.open = true;
      });
    },
  };
}

/** Opens the settings, at the choice of who answers. */
export function openLanguageModel(panel: HTMLElement): void {
  panel.setAttribute("open", "");
  document.getElementById("provider")?.focus();
}

function summaryOf(shownModel: State["languageModel"], text: Context["words"]["model"]): string {
  if (shownModel === null) return text.summaryNone;
  const name = shown(shownModel.name);
  return shownModel.isThroughSite ? text.summarySite(name) : text.summary(name);
}

type Fields = Record<Exclude<keyof ModelChoice, "accessToken" | "former">, Field> & {
  proxyToken: TokenField;
  modelCommand: Part;
  proxyCommand: Part;
  searchLack: Part;
};

/** The parts of a choice that belong to one endpoint, empty. */
const OF_ENDPOINT = { address: "", model: "", key: "", priceRead: "", priceWritten: "" };

/** Budgets that the field offers, in the form that it takes. */
const BUDGETS = ["0.05 USD", "0.20 USD", "1 USD", "50000 tokens", "20 requests", "5 min"];

function fieldsOf(context: Context, onChange: () => void): Fields {
  const { session, words } = context;
  const { chosen } = session;
  const text = words.model;
  const takes = (parts: Partial<ModelChoice>) => {
    chosen.choose({ ...chosen.choice, ...parts });
    onChange();
  };
  const isOwn = ({ provider }: ModelChoice) => provider !== "deployment";
  const place = thisPlace();
  const asksWeb = (choice: ModelChoice) => passingSite(choice, chosen.site) === null;
  return {
    provider: choiceField("provider", text.provider, providers(chosen, text), (parts) =>
      // Another endpoint has another address, other models at other prices, and another key.
      takes(
        parts.provider === chosen.choice.former || parts.provider === "none"
          ? parts
          : { ...parts, ...OF_ENDPOINT },
      ),
    ),
    address: textField("address", text.address, takes, {
      hint: text.addressHint,
      type: "url",
      when: isOwn,
    }),
    modelCommand: commandPart(text.modelCommand, (choice) => modelCommand(choice, place), context),
    proxyCommand: commandPart(text.proxyCommand, (choice) => proxyCommand(choice, place), context),
    model: modelNameField(context, takes, isOwn),
    key: keyField("key", text.key, takes, { hint: text.keyHint, when: isOwn }),
    answerLanguage: choiceField("answerLanguage", text.answerLanguage, text.answerLanguages, takes),
    reads: choiceField("reads", text.reads, text.readsChoices, takes),
    budget: textField("budget", text.budget, takes, { hint: text.budgetHint, offers: BUDGETS }),
    priceRead: textField("priceRead", text.priceRead, takes, { when: isOwn }),
    priceWritten: textField("priceWritten", text.priceWritten, takes, {
      hint: text.priceHint,
      when: isOwn,
    }),
    search: checkField(
      "search",
      text.search,
      takes,
      (choice) => isOwn(choice) || Boolean(chosen.site?.search),
    ),
    ...searchFields(takes, asksWeb, text),
    searchLanguage: textField("searchLanguage", text.searchLanguage, takes, {
      hint: text.searchLanguageHint,
      when: ({ provider, search }) =>
        search && (provider !== "deployment" || Boolean(chosen.site?.search)),
    }),
    reader: choiceField("reader", text.reader, text.readers, takes, asksWeb),
    readerKey: keyField("readerKey", text.readerKey, takes, {
      hint: text.readerKeyHint,
      when: (choice) => (choice.reader === "jina" || searchesBy(choice, "jina")) && asksWeb(choice),
    }),
    ...proxyFields(takes, isOwn, text),
  };
}

/** Returns true if the web is searched by this service. */
function searchesBy(
  { search, searchService }: ModelChoice,
  service: ModelChoice["searchService"],
): boolean {
  return search && searchService === service;
}

/** The choice of a search service, and what it needs. */
function searchFields(
  takes: (parts: Partial<ModelChoice>) => void,
  asksWeb: (choice: ModelChoice) => boolean,
  text: Context["words"]["model"],
): Pick<Fields, "searchService" | "searchLack" | "searchKey"> {
  return {
    searchService: choiceField(
      "searchService",
      text.searchService,
      text.searchServices,
      // Each service has codes of its own.
      (parts) => takes({ ...parts, searchLanguage: "" }),
      (choice) => choice.search && asksWeb(choice),
    ),
    searchLack: lackLine(
      ({ searchService }) => text.searchLacks[searchService],
      (choice) => choice.search && asksWeb(choice) && lacksSearchKey(choice),
    ),
    searchKey: keyField("searchKey", text.searchKey, takes, {
      hint: text.searchKeyHint,
      when: (choice) => searchesBy(choice, "serper") && asksWeb(choice),
    }),
  };
}

function proxyFields(
  takes: (parts: Partial<ModelChoice>) => void,
  isOwn: (choice: ModelChoice) => boolean,
  text: Context["words"]["model"],
): Pick<Fields, "proxy" | "proxyToken" | "proxyModel" | "proxyKeys"> {
  const isSet = (choice: ModelChoice) => choice.proxy !== "" && isOwn(choice);
  return {
    proxy: textField("proxy", text.proxy, takes, {
      hint: text.proxyHint,
      type: "url",
      when: isOwn,
    }),
    proxyToken: tokenField(
      "proxyToken",
      text.proxyToken,
      takes,
      { hint: text.proxyTokenHint, when: isSet },
      text.proxyTokenProblems,
    ),
    proxyModel: checkField("proxyModel", text.proxyModel, takes, isSet),
    proxyKeys: checkField("proxyKeys", text.proxyKeys, takes, isSet),
  };
}

/** The choices of a model: the site's first, if it has one. */
function providers(
  { site }: Context["session"]["chosen"],
  text: Context["words"]["model"],
): readonly (readonly [string, string])[] {
  const own = site && shownSite(site, false);
  return [
    ...(own ? [["deployment", text.providerSite(own.name, own.place)] as const] : []),
    ["none", text.providerNone],
    ...PROVIDERS,
    ["custom", text.providerCustom],
  ];
}

/** Shows the endpoint's own address in the empty field, as the engine knows it. */
async function showAddress({ input }: Field, { session }: Context): Promise<void> {
  const { provider } = session.chosen.choice;
  const known = PROVIDERS.some(([name]) => name === provider);
  const address = known ? await session.addressOf(provider).catch(() => "") : "https://…/v1";
  if (session.chosen.choice.provider === provider) input.setAttribute("placeholder", address);
}

/** Fields under one heading, which goes with the last of them. */
interface Group {
  readonly element: HTMLElement;
  show(): void;
}

function groupsOf(fields: Fields, text: Context["words"]["model"]): readonly Group[] {
  return [
    group(
      text.heading,
      fields.address,
      fields.modelCommand,
      fields.model,
      fields.key,
      fields.answerLanguage,
      fields.reads,
    ),
    group(text.budgetHeading, fields.budget, fields.priceRead, fields.priceWritten),
    group(
      text.web,
      fields.search,
      fields.searchService,
      fields.searchLack,
      fields.searchKey,
      fields.searchLanguage,
      fields.reader,
      fields.readerKey,
    ),
    group(
      text.proxyHeading,
      fields.proxy,
      fields.proxyCommand,
      fields.proxyToken,
      fields.proxyModel,
      fields.proxyKeys,
    ),
  ];
}

function group(heading: string, ...fields: readonly Part[]): Group {
  const made = element(
    "fieldset",
    {},
    element("legend", {}, heading),
    ...fields.map((field) => field.element),
  );
  const show = () =>
    setHidden(
      made,
      fields.every((field) => field.element.hidden),
    );
  return { element: made, show };
}

/** The storage of keys, and the switch that keeps them after the tab is closed. */
function keysGroup(context: Context, onForget: () => void): Group {
  const text = context.words.model;
  const device = deviceControls(context, text.forget, onForget);
  const made = element(
    "fieldset",
    {},
    element("legend", {}, text.keysHeading),
    element("p", { class: "hint" }, text.keysText),
    ...device.elements,
  );
  return { element: made, show: device.show };
}

/** The button that tries the services, and each outcome in its own line. */
function trialRow({ session, words }: Context) {
  const text = words.model;
  const button = element("button", { type: "submit" }, text.test);
  const told = element("div", { role: "status", class: "trial" });
  let latest = 0;
  const start = async () => {
    const mine = ++latest;
    button.disabled = true;
    const waiting = element("p", {}, text.testing);
    told.replaceChildren(waiting);
    await session.trials.tryServices((trial) => {
      if (mine === latest) waiting.before(...outcome(trial, words));
    });
    button.disabled = false;
    if (mine === latest) waiting.remove();
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
  const { model: text } = words;
  const service = element("strong", {}, text.services[trial.service]);
  if (trial.works) return [element("p", { class: "works" }, service, " ", worksText(trial, text))];
  const { code, message } = trial.problem;
  const remedy = remedyFor(trial.problem, words);
  return [
    element("p", { class: "fails", dir: "auto" }, service, " ", remedy ?? shown(message)),
    ...(remedy !== undefined && message !== ""
      ? [element("p", { class: "hint", dir: "auto" }, shown(message))]
      : []),
    element("p", { class: "hint" }, words.problem.code(code)),
  ];
}

function worksText(
  trial: Extract<Trial, { works: true }>,
  text: Context["words"]["model"],
): string {
  if ("call" in trial) {
    const { model, inputTokens, outputTokens } = trial.call;
    return text.works(shown(model), inputTokens, outputTokens);
  }
  const { reply } = trial;
  return reply.service === "search" ? text.searchWorks(reply.results) : text.readerWorks;
}
