/** A command to run elsewhere, and a button that copies it. */

import type { ModelChoice } from "../bank/model-choice.ts";
import { copy } from "./copy.ts";
import { element, setHidden, setText } from "./element.ts";
import type { Part } from "./field.ts";
import type { Context } from "./panel.ts";

/** A command under what it is for; hidden while there is none. */
export function commandPart(
  lead: string,
  commandOf: (choice: ModelChoice) => string | null,
  { words }: Context,
): Part {
  const code = element("code", {});
  const told = element("span", { class: "hint", role: "status" });
  const button = element(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: async () => setText(told, await copy(code.textContent ?? "", words)),
    },
    words.model.copyCommand,
  );
  const part = element(
    "div",
    { class: "command" },
    element("p", { class: "hint" }, lead),
    code,
    element("p", { class: "row" }, button, told),
  );
  return {
    element: part,
    show: (choice) => {
      const command = commandOf(choice);
      setHidden(part, command === null);
      if (command === null || code.textContent === command) return;
      setText(code, command);
      setText(told, "");
    },
  };
}
