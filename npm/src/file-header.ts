/** The first line of the package's own files: format and version. */

/** The line that a file of this format begins with. */
export function headerOf(format: string, version: number): Buffer {
  return Buffer.from(`${JSON.stringify({ format, version })}\n`);
}

/** The version in a line; `null` if it is no header of this format. */
export function versionIn(line: Uint8Array, expected: string): number | null {
  try {
    const { format, version } = JSON.parse(Buffer.from(line).toString("utf8"));
    return format === expected && Number.isSafeInteger(version) ? version : null;
  } catch {
    return null;
  }
}
