/** The field for the model's name, and the list of models that the endpoint has. */

import type { ModelChoice } from "../bank/model-choice.ts";
import { problemOf } from "../state/problem.ts";
import { remedyFor } from "../text/remedy.ts";
import { shown } from "../text/shown.ts";
import { element, setText } from "./element.ts";
import { type Field, textField } from "./field.ts";
import type { Context } from "./panel.ts";

/** Names that the list offers at most; a field over more of them is slow. */
const MOST_OFFERED = 500;

type Take = (parts: Partial<ModelChoice>) => void;

/** The model's name. The endpoint is asked for its models only when the button is pressed. */
export function modelNameField(
  context: Context,
  take: Take,
  when: (choice: ModelChoice) => boolean,
): Field {
  const text = context.words.model;
  const field = textField("model", text.name, take, { hint: text.nameHint, when });
  const list = modelList(context, (names) => offered(names, field.input, context, take));
  field.input.setAttribute("list", list.names.id);
  field.element.append(list.element, list.names);
  return {
    ...field,
    show: (choice) => {
      field.show(choice);
      list.keepFor(choice);
    },
  };
}

/** Takes the only model there is, if none is named; else leads on to the field, unless the user has gone elsewhere. */
function offered(
  names: readonly string[],
  input: HTMLElement,
  { session }: Context,
  take: Take,
): void {
  const [only, ...others] = names;
  const isNamed = session.chosen.choice.model.trim() !== "";
  if (only !== undefined && others.length === 0 && !isNamed) take({ model: only });
  else if (only !== undefined) input.focus();
}

/** The button that asks for the models, the outcome, and the names for the field to offer. */
function modelList(
  { session, words }: Context,
  offer: (names: readonly string[]) => void,
): { names: HTMLDataListElement; element: HTMLElement; keepFor(choice: ModelChoice): void } {
  const names = element("datalist", { id: "model-names" });
  const told = element("span", { class: "hint", role: "status", dir: "auto" });
  let asked = "";
  const show = (listed: readonly string[], said: string) => {
    const options = listed.slice(0, MOST_OFFERED).map((value) => element("option", { value }));
    names.replaceChildren(...options);
    setText(told, said);
  };
  const ask = async () => {
    const mine = keyOf(session.chosen.choice);
    asked = mine;
    setText(told, words.model.testing);
    const [listed, said] = await listModels(session, words);
    if (asked !== mine) return;
    show(listed, said);
    // Some browsers focus no button that is pressed.
    const isHere = document.activeElement === button || document.activeElement === document.body;
    if (isHere) offer(listed);
  };
  const button = element(
    "button",
    { type: "button", class: "quiet", onclick: ask },
    words.model.list,
  );
  return {
    names,
    element: element("p", { class: "row" }, button, told),
    keepFor: (choice) => {
      // Models are those of one endpoint.
      if (asked === "" || asked === keyOf(choice)) return;
      asked = "";
      show([], "");
    },
  };
}

/** The names of the models, and what is said about them. */
async function listModels(
  session: Context["session"],
  words: Context["words"],
): Promise<[readonly string[], string]> {
  try {
    const listed = await session.trials.listModels();
    return [listed, words.model.listed(listed.length)];
  } catch (thrown) {
    const problem = problemOf(thrown);
    return [[], remedyFor(problem, words) ?? shown(problem.message)];
  }
}

/** The endpoint of a choice, with what opens it. */
function keyOf({ provider, address, key, proxy, proxyModel, proxyToken }: ModelChoice): string {
  return JSON.stringify([provider, address, key, proxy, proxyModel, proxyToken]);
}
