/** Moments, for people. */

/** The local time, to the minute; empty if it is unknown, a dash if no calendar has it. */
export function timeText(milliseconds: number): string {
  if (milliseconds === 0) return "";
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return "—";
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
