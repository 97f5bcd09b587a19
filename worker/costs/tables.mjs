// Tables as text, for a terminal.

const COUNTS = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const SMALL = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A number as a person reads it. */
export function number(value) {
  if (!Number.isFinite(value)) return "∞";
  return Math.abs(value) < 100 ? SMALL.format(value) : COUNTS.format(value);
}

/** Dollars; parts of a cent where it is less than one. */
export function dollars(value) {
  if (value === 0) return "0";
  return value < 0.01
    ? `$${value.toPrecision(2)}`
    : `$${value.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",")}`;
}

/** A share in percent. */
export function percent(share) {
  return Number.isFinite(share) ? `${number(100 * share)} %` : "∞";
}

/** Rows of cells, aligned: the first column to the left, all others to the right. */
export function table(head, rows) {
  const all = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, at) => Math.max(...all.map((cells) => cells[at].length)));
  const line = (cells) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join("  ")
      .trimEnd();
  const [first, ...others] = all.map(line);
  return [first, "-".repeat(first.length), ...others].join("\n");
}
