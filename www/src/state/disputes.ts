/** Disputes as they are shown: each pair of sentences once. */

/** Each dispute once, a line each, whichever of its two quoted sides stands first. */
export function toldOnce(disputes: readonly string[]): string[] {
  const told = new Map<string, string>();
  for (const line of disputes.flatMap((dispute) => dispute.split("\n"))) {
    if (!told.has(sides(line))) told.set(sides(line), line);
  }
  return [...told.values()];
}

function sides(dispute: string): string {
  return dispute.split(/[“”]/).sort().join("\n");
}
