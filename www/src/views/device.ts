/** The switch that keeps keys and tokens after the tab is closed. */

import { element, setText } from "./element.ts";
import type { Context } from "./panel.ts";

/** The switch that remembers the choice on this device, and the button that forgets its keys. */
export function deviceControls(
  { session, words }: Context,
  forgetLabel: string,
  onForget: () => void,
): { readonly elements: readonly HTMLElement[]; show(): void } {
  const { chosen } = session;
  const text = words.model;
  const box = element("input", { type: "checkbox", id: "remember" });
  const show = () => {
    box.checked = chosen.isRemembered;
  };
  show();
  const forget = element("button", { type: "button", class: "quiet" }, forgetLabel);
  const told = element("p", { class: "hint", role: "status" });
  box.addEventListener("change", () => {
    if (box.checked) chosen.remember();
    else chosen.stopRemembering();
    const kept = chosen.isRemembered;
    setText(told, box.checked && !kept ? text.notRemembered : "");
    box.checked = kept;
  });
  forget.addEventListener("click", () => {
    chosen.forget();
    box.checked = false;
    setText(told, text.forgotten);
    onForget();
  });
  const elements = [
    element("p", { class: "check" }, box, element("label", { for: "remember" }, text.remember)),
    element("p", { class: "row" }, forget),
    told,
  ];
  return { elements, show };
}
