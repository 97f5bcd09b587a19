/** A button for irreversible actions. */

import { element, setText } from "./element.ts";
import type { Context } from "./panel.ts";

/** Texts and action of such a button. */
interface Presses {
  /** Its text before the first press, and before the second. */
  readonly texts: readonly [string, string];
  /** Its accessible name, if its text alone does not name its object. */
  readonly label?: (text: string) => string;
  readonly disabled?: boolean;
  /** The key by which it regains the focus when its list is drawn anew. */
  readonly key?: string;
  readonly onSecond: () => void;
}

/** A button that needs a second press; leaving it resets the first. */
export function pressedTwice({
  texts,
  label,
  disabled,
  key,
  onSecond,
}: Presses): HTMLButtonElement {
  let isAsked = false;
  const ask = (asked: boolean) => {
    isAsked = asked;
    const text = texts[asked ? 1 : 0];
    setText(button, text);
    if (label) button.setAttribute("aria-label", label(text));
  };
  const press = () => {
    const isSecond = isAsked;
    ask(!isSecond);
    if (isSecond) onSecond();
  };
  const button = element("button", {
    type: "button",
    class: "quiet",
    disabled: disabled ?? false,
    "data-key": key,
    onclick: press,
    // A key that is held down presses once: the row that comes next has the same button.
    onkeydown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
    onblur: () => ask(false),
  });
  ask(false);
  return button;
}

/** The button that forgets a lesson for good. */
export function forgettingForGood(
  what: string,
  key: string,
  onSecond: () => void,
  { words: { longTerm: text } }: Context,
): HTMLElement {
  const label = (button: string) => text.label(button, what);
  const forget = pressedTwice({ texts: [text.forget, text.forgetForGood], label, key, onSecond });
  return element("div", { class: "actions" }, forget);
}
