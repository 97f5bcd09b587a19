/** The position of a new node before the layout moves it. */

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** The `n`th place of a sunflower: no two alike and no chance in it, so a graph is always drawn the same. */
export function startingPlace(n: number): { x: number; y: number } {
  const radius = 10 * Math.sqrt(n + 1);
  return { x: radius * Math.cos(n * GOLDEN_ANGLE), y: radius * Math.sin(n * GOLDEN_ANGLE) };
}
