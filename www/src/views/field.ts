/** Fields of a form over a choice of a language model: each shows one part of it and reports its changes. */

import type { ModelChoice } from "../bank/model-choice.ts";
import { element, setHidden, setText } from "./element.ts";

/** A part of the form. */
export interface Part {
  readonly element: HTMLElement;
  /** Shows the choice, or hides the part if it does not matter. */
  show(choice: ModelChoice): void;
}

/** A field with its label. */
export interface Field extends Part {
  readonly input: HTMLElement;
}

type Take = (parts: Partial<ModelChoice>) => void;

/** Options of a field. */
interface Besides {
  readonly hint?: string;
  readonly type?: "text" | "url";
  /** Texts that the field offers. */
  readonly offers?: readonly string[];
  /** The condition for showing it; always if not given. */
  readonly when?: (choice: ModelChoice) => boolean;
}

/** A line of text. */
export function textField(
  name: keyof ModelChoice,
  label: string,
  take: Take,
  { hint, type = "text", offers, when }: Besides = {},
): Field {
  const input = element("input", {
    id: name,
    type,
    ...PLAIN,
    list: offers && `${name}-offers`,
    "aria-describedby": hint && `${name}-hint`,
  });
  const field = line(name, label, input, take, { hint, when });
  const options = offers?.map((value) => element("option", { value }));
  if (options) field.element.append(element("datalist", { id: `${name}-offers` }, ...options));
  return field;
}

/** A key: masked, and offered to no password store. */
export function keyField(
  name: keyof ModelChoice,
  label: string,
  take: Take,
  { hint, when }: Besides = {},
): Field {
  const input = element("input", {
    id: name,
    type: "password",
    ...PLAIN,
    "aria-describedby": hint && `${name}-hint`,
  });
  return line(name, label, input, take, { hint, when });
}

const PLAIN = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "auto" };

function line(
  name: keyof ModelChoice,
  label: string,
  input: HTMLInputElement,
  take: Take,
  { hint, when }: { hint: string | undefined; when: Besides["when"] },
): Field {
  input.addEventListener("input", () => take({ [name]: input.value }));
  const made = element(
    "div",
    { class: "line" },
    element("label", { for: name }, label),
    input,
    hint !== undefined && element("p", { class: "hint", id: `${name}-hint` }, hint),
  );
  return {
    element: made,
    input,
    show: (choice) => {
      setHidden(made, when?.(choice) === false);
      const value = String(choice[name]);
      if (input.value !== value) input.value = value;
    },
  };
}

/** One of several, each with its name for people. */
export function choiceField(
  name: keyof ModelChoice,
  label: string,
  options: readonly (readonly [string, string])[],
  take: Take,
  when?: Besides["when"],
): Field {
  const input = element(
    "select",
    { id: name },
    ...options.map(([value, told]) => element("option", { value }, told)),
  );
  input.addEventListener("change", () => take({ [name]: input.value }));
  const made = element("div", { class: "line" }, element("label", { for: name }, label), input);
  return {
    element: made,
    input,
    show: (choice) => {
      setHidden(made, when?.(choice) === false);
      input.value = String(choice[name]);
    },
  };
}

/** Yes or no. */
export function checkField(
  name: keyof ModelChoice,
  label: string,
  take: Take,
  when?: Besides["when"],
): Field {
  const input = element("input", { id: name, type: "checkbox" });
  input.addEventListener("change", () => take({ [name]: input.checked }));
  const made = element("p", { class: "check" }, input, element("label", { for: name }, label));
  return {
    element: made,
    input,
    show: (choice) => {
      setHidden(made, when?.(choice) === false);
      input.checked = choice[name] === true;
    },
  };
}

/** What a choice still lacks, told as soon as it does. */
export function lackLine(
  told: (choice: ModelChoice) => string,
  lacks: (choice: ModelChoice) => boolean,
): Part {
  const line = element("p", { class: "lacks", role: "status" });
  return {
    element: line,
    show: (choice) => {
      const isLacking = lacks(choice);
      setHidden(line, !isLacking);
      setText(line, isLacking ? told(choice) : "");
    },
  };
}
