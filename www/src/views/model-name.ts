/** The field for the model's name, and the list of models that the endpoint has. */

import type { ModelChoice } from "../bank/model-choice.ts";
import { problemOf } from "../state/problem.ts";
import { shown } from "../text/shown.ts";
import { element, setHidden, setText } from "./element.ts";
import { type Field, textField } from "./field.ts";
import type { Context } from "./panel.ts";

/** Names that the list offers at most; a field over more of them is slow. */
const MOST_OFFERED = 500;

/** The model's name. The endpoint is asked for its models only when the button is pressed. */
export function modelNameField(
  { session, words }: Context,
  take: (parts: Partial<ModelChoice>) => void,
  when: (choice: ModelChoice) => boolean,
): Field {
  const text = words.model;
  const names = element("datalist", { id: "model-names" });
  const told = element("p", { class: "hint", role: "status", dir: "auto" });
  let asked = "";
  const offer = (listed: readonly string[]) =>
    names.replaceChildren(
      ...listed.slice(0, MOST_OFFERED).map((name) => element("option", { value: name })),
    );
  const forget = () => {
    asked = "";
    offer([]);
    setText(told, "");
  };
  const list = async () => {
    const mine = keyOf(session.chosen.choice);
    button.disabled = true;
    asked = mine;
    setText(told, text.testing);
    const outcome = await session.listModels().then(
      (listed) => ({ listed, said: text.listed(listed.length) }),
      (thrown) => ({ listed: [], said: saidOf(thrown, words) }),
    );
    button.disabled = false;
    if (asked !== mine) return;
    offer(outcome.listed);
    setText(told, outcome.said);
    const [only, ...others] = outcome.listed;
    if (only !== undefined && others.length === 0) take({ model: only });
    else if (outcome.listed.length > 0) field.input.focus();
  };
  const button = element("button", { type: "button", class: "quiet", onclick: list }, text.list);
  const field = textField("model", text.name, take, { hint: text.nameHint, when });
  field.input.setAttribute("list", names.id);
  field.element.append(element("p", { class: "row" }, button, told), names);
  return {
    ...field,
    show: (choice) => {
      field.show(choice);
      // Models are those of one endpoint.
      if (asked !== "" && asked !== keyOf(choice)) forget();
      setHidden(button, choice.provider === "none");
    },
  };
}

/** The endpoint of a choice, with what opens it. */
function keyOf({ provider, address, key, proxy, proxyModel }: ModelChoice): string {
  return JSON.stringify([provider, address, key, proxy, proxyModel]);
}

function saidOf(thrown: unknown, words: Context["words"]): string {
  const { code, message } = problemOf(thrown);
  return words.remedies[code] ?? shown(message);
}
