/** Makes DOM elements; text only ever becomes text nodes, so no document can smuggle markup in. */

type Value = string | number | boolean | null | undefined | ((event: never) => void);
export type Child = Node | string | null | undefined | false;

/**
 * An element with attributes and children. A function is a listener (`onclick` or the like);
 * `true` sets an empty attribute; `false`, `null` and `undefined` set none.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      made.addEventListener(name.replace(/^on/, ""), value as EventListener);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  made.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
  return made;
}

/** Hides or shows an element, to assistive technology as well. */
export function setHidden(target: HTMLElement, hidden: boolean): void {
  if (target.hidden !== hidden) target.hidden = hidden;
}

/** Sets an element's text if it differs, so that a live region announces only changes. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** The language to announce a text in: Chinese if it has Han characters, else English. */
export function languageOf(text: string): "zh" | "en" {
  return /\p{Script=Han}/u.test(text) ? "zh" : "en";
}

/** Has Enter submit a field's form; with Shift it begins a line. */
export function submitOnEnter(field: HTMLTextAreaElement): void {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    field.form?.requestSubmit();
  });
}

/** Scroll behaviour that respects the wish for less motion. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
