/** Focus, where a list is drawn anew beneath it. */

/**
 * Draws a list anew. What had the focus has it again, by its `data-key`; where that is gone, `instead` has it, so that
 * whoever uses a keyboard does not begin at the top of the page.
 */
export function keepingFocus(list: HTMLElement, instead: HTMLElement, draw: () => void): void {
  const held = document.activeElement;
  const isHere = held !== null && list.contains(held);
  const key =
    held?.getAttribute("data-key") ??
    held?.closest("li")?.querySelector("[data-key]")?.getAttribute("data-key");
  draw();
  if (!isHere) return;
  const again = [...list.querySelectorAll<HTMLElement>("[data-key]")].find(
    (one) => one.dataset.key === key,
  );
  (again ?? instead).focus();
}
