/** Judgement of a path by its words alone, before any file is looked up. */
import path, { type PlatformPath } from "node:path";

/** Folders of installed packages: no document of the user's is in them. */
const SKIPPED = new Set(["node_modules"]);

/**
 * The names below a folder that lead to a path; `null` for a path outside. A network path or a device of Windows is
 * outside of each folder that has another root.
 */
export function namesBelow(
  folder: string,
  file: string,
  { relative, isAbsolute, sep }: PlatformPath = path,
): string[] | null {
  const way = relative(folder, file);
  if (isAbsolute(way)) return null;
  const names = way === "" ? [] : way.split(sep);
  return names[0] === ".." ? null : names;
}

/** True for a name that no tool lists or reads: a hidden one, such as `.env` or `.git`, or that of installed packages. */
export function isHidden(name: string): boolean {
  return name.startsWith(".") || SKIPPED.has(name.toLowerCase());
}
