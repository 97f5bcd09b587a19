/** Keeps the focus while a list is drawn anew. */

/** The focused element: its key, and the place of its row in a list that is drawn anew. */
interface Held {
  readonly key: string | null;
  readonly row: number;
}

/**
 * Draws a list anew. The focus returns to its element by its `data-key` (action, blank, object). If its row is gone,
 * the focus goes to the row in its place, or to `instead` in an empty list, so that a keyboard user goes on at the
 * same place.
 */
export function keepingFocus(list: HTMLElement, instead: HTMLElement, draw: () => void): void {
  const held = heldIn(list);
  draw();
  if (held === null) return;
  // What is folded away cannot have the focus.
  const again = keyedIn(list).find((one) => one.dataset.key === held.key && one.checkVisibility());
  // A user who has scrolled elsewhere meanwhile stays there.
  if (again) again.focus({ preventScroll: true });
  else focusNear(nextTo(held, list) ?? instead);
}

function heldIn(list: HTMLElement): Held | null {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || !list.contains(held)) return null;
  const row = [...list.children].findIndex((one) => one.contains(held));
  const first = () => held.closest("li")?.querySelector<HTMLElement>("[data-key]");
  return { key: held.dataset.key ?? first()?.dataset.key ?? null, row };
}

/** The same control in the row that took the place of the removed one; otherwise the first control in it. */
function nextTo({ key, row }: Held, list: HTMLElement): HTMLElement | undefined {
  const next = list.children[Math.min(row, list.children.length - 1)];
  if (!(next instanceof HTMLElement)) return undefined;
  const [does] = (key ?? "").split(" ", 1);
  const keyed = keyedIn(next);
  return keyed.find(({ dataset }) => dataset.key?.startsWith(`${does} `)) ?? keyed[0];
}

/** Focuses it, and scrolls no further than it takes to see it. */
function focusNear(target: HTMLElement): void {
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "nearest" });
}

function keyedIn(part: HTMLElement): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>("[data-key]")];
}
