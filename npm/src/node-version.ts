/** The oldest Node that this package works on. */
import { MemoryBankError } from "./errors.ts";

/** The first version that has `require` of ESM and `zlib.crc32`. */
const OLDEST_NODE = [20, 19] as const;

/** Throws `node_too_old` on an older Node. */
export function checkNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldest, least] = OLDEST_NODE;
  if (major > oldest || (major === oldest && minor >= least)) return;
  throw new MemoryBankError(
    "node_too_old",
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE.join(".")} or newer`,
  );
}
