/** A button for what nothing brings back. */

import { element, setText } from "./element.ts";
import type { Context } from "./panel.ts";

/** What such a button says and does. */
interface Presses {
  /** What it says, before the first press and before the second. */
  readonly texts: readonly [string, string];
  /** What it is called, where its text alone does not say what it is for. */
  readonly label?: (text: string) => string;
  readonly disabled?: boolean;
  /** By which it has the focus again when its list is drawn anew. */
  readonly key?: string;
  readonly onSecond: () => void;
}

/** A button that takes a second press; whoever leaves it has not pressed it. */
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

/** What can be done about something that runs have taught: it is forgotten for good. */
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
