/** Three ways to begin: the documents alone, a language model, a model with the web. */

import { lacksSearchKey, type ModelChoice } from "../bank/model-choice.ts";
import type { State } from "../state/state.ts";
import { element, setHidden } from "./element.ts";
import type { Context, Panel } from "./panel.ts";

const WAYS = ["documents", "model", "web"] as const;

type Way = (typeof WAYS)[number];

/** The buttons of the ways; `openSettings` is called where a model has still to be chosen. */
export function waysPanel({ session, words }: Context, openSettings: () => void): Panel {
  const { chosen } = session;
  const buttons = WAYS.map((way) =>
    element(
      "button",
      {
        type: "button",
        "aria-pressed": "false",
        onclick: () => {
          const choice = choiceOf(way, chosen.choice);
          chosen.choose(choice);
          if (way !== "documents" && choice.provider === "none") openSettings();
        },
      },
      element("strong", {}, words.ways[way].name),
      element("span", { class: "hint" }, words.ways[way].what),
    ),
  );
  const row = element(
    "div",
    { class: "ways", role: "group", "aria-label": words.ways.heading },
    ...buttons,
  );
  return {
    element: row,
    view: (state, previous) => {
      setHidden(row, state.phase !== "idle" || state.tasks !== null);
      if (previous !== null && state.languageModel === previous.languageModel) return;
      for (const [at, button] of buttons.entries())
        button.setAttribute("aria-pressed", String(WAYS[at] === wayOf(state)));
    },
  };
}

function wayOf({ languageModel }: Pick<State, "languageModel">): Way {
  if (languageModel === null) return "documents";
  return languageModel.search ? "web" : "model";
}

/** The choice for a way, with the endpoint that was chosen last. */
export function choiceOf(way: Way, choice: ModelChoice): ModelChoice {
  if (way === "documents") return { ...choice, provider: "none" };
  const provider = choice.provider === "none" ? choice.former : choice.provider;
  if (way === "model") return { ...choice, provider, search: false };
  // A search that answers at once: nobody has a key for another one by chance.
  if (!lacksSearchKey(choice)) return { ...choice, provider, search: true };
  const wikipedia = { searchService: "wikipedia", searchLanguage: "" } as const;
  return { ...choice, provider, search: true, ...wikipedia };
}
