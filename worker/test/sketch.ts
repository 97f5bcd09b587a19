/** A memory without what differs between two runs of the same: identifiers, hashes of them, and times. */

const IDENTIFIER = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The memory of an export, with identifiers in the order in which they come and without times. */
export function sketchOf(session: string): unknown {
  const known = new Map<string, string>();
  const named = session.replace(IDENTIFIER, (id) => {
    const name = known.get(id) ?? `#${known.size + 1}`;
    known.set(id, name);
    return name;
  });
  return JSON.parse(named, (field, value) => (isTime(field, value) ? 0 : value));
}

/** Returns true for milliseconds, since 1970 or of a step. */
function isTime(field: string, value: unknown): boolean {
  return typeof value === "number" && (value > 1e12 || /ms$|milliseconds|seconds/i.test(field));
}
