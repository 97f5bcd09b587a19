/** A server on this machine that only processes of this user can reach. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rmdir, stat, unlink } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** A server that listens. It lets the process end. */
export interface LocalServer {
  readonly address: string;
  /** Ends the server, and all connections to it. */
  close(): Promise<void>;
}

/** Most bytes of a Unix socket's path on every platform, without the closing zero. */
const LONGEST_PATH = 103;

const IN_FOLDER = "socket-";
const SOCKET = "s";

/** Milliseconds in which the others must have read the last messages. */
const READ_WITHIN = 1_000;

/** Bytes of the socket's path behind that of the folder above: two separators, the name and its six random letters. */
const NAME_BYTES = IN_FOLDER.length + 6 + SOCKET.length + 2;

/**
 * Serves in a new folder of this user's alone: in this folder, or in that of temporary files if the path is too long or
 * the file system has no sockets. On Windows it is a named pipe. Returns `null` where none can be had.
 */
export async function serveBeside(
  folder: string,
  onSocket: (socket: Socket) => void,
): Promise<LocalServer | null> {
  if (process.platform === "win32") {
    return listening(`\\\\.\\pipe\\agentic-memory-bank-${randomUUID()}`, onSocket);
  }
  for (const above of [folder, tmpdir()]) {
    if (Buffer.byteLength(above) + NAME_BYTES > LONGEST_PATH) continue;
    const own = await mkdtemp(join(above, IN_FOLDER)).catch(() => null);
    const served = own && (await listening(join(own, SOCKET), onSocket));
    if (served) return served;
    if (own) await rmdir(own).catch(() => {});
  }
  return null;
}

/** Removes the files of a server whose process is gone. */
export async function removeSocket(address: string): Promise<void> {
  const own = dirname(address);
  const isOne = basename(address) === SOCKET && basename(own).startsWith(IN_FOLDER);
  if (process.platform === "win32" || !isOne) return;
  await unlink(address).catch(() => {});
  // An empty folder alone can be removed so.
  await rmdir(own).catch(() => {});
}

/** Returns true if no other user can have made this address, and no other can connect to it. */
export async function isPrivate(address: string): Promise<boolean> {
  if (process.platform === "win32") return true;
  const found = await stat(dirname(address)).catch(() => null);
  return found === null || (found.uid === process.getuid?.() && (found.mode & 0o077) === 0);
}

async function listening(
  address: string,
  onSocket: (socket: Socket) => void,
): Promise<LocalServer | null> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    onSocket(socket);
  });
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    // In a cluster, too, it is this process that listens.
    server.listen({ path: address, exclusive: true }, () => resolve(true));
  });
  if (!isListening) return null;
  server.unref();
  server.on("error", () => {});
  return { address, close: () => closed(address, server, sockets) };
}

/** What was sent to the others still reaches them, unless one does not read. */
async function closed(address: string, server: Server, sockets: Set<Socket>): Promise<void> {
  const over = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroySoon();
  const late = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, READ_WITHIN);
  await over;
  clearTimeout(late);
  await removeSocket(address);
}
