/** Focus, where a list is drawn anew beneath it. */

/** What has the focus: its key, and the place of its row, of a list that is drawn anew. */
interface Held {
  readonly key: string | null;
  readonly row: number;
}

/**
 * Draws a list anew. What had the focus has it again, by its `data-key` (what it does, a blank, and to what); where its
 * row is gone, the row that came in its place has it, and `instead` in an empty list, so that whoever uses a keyboard
 * goes on where they were.
 */
export function keepingFocus(list: HTMLElement, instead: HTMLElement, draw: () => void): void {
  const held = heldIn(list);
  draw();
  if (held === null) return;
  const again = keyedIn(list).find(({ dataset }) => dataset.key === held.key);
  // Whoever has scrolled elsewhere meanwhile stays there.
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

/** What does the same in the row that came in the place of the one that is gone; else the first thing in it. */
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
