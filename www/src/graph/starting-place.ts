/** The position of a new node before the layout moves it. */

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Distance of a node from the middle of its neighbours. */
const ASIDE = 5;

interface GraphPlace {
  readonly x: number;
  readonly y: number;
}

/**
 * The `n`th place of a sunflower, or a place near these neighbours: no two alike and no chance in it, so a graph is
 * always drawn the same.
 */
export function startingPlace(n: number, neighbours: readonly GraphPlace[]): GraphPlace {
  const isFree = neighbours.length === 0;
  const radius = isFree ? 10 * Math.sqrt(n + 1) : ASIDE;
  const middle = (axis: "x" | "y") =>
    isFree ? 0 : neighbours.reduce((sum, place) => sum + place[axis], 0) / neighbours.length;
  return {
    x: middle("x") + radius * Math.cos(n * GOLDEN_ANGLE),
    y: middle("y") + radius * Math.sin(n * GOLDEN_ANGLE),
  };
}
