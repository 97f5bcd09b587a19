/** Static files on loopback, with the faults that a test asks for. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Differences from a plain server of files. */
export interface SiteOptions {
  /** Headers of every response. */
  headers?: Record<string, string>;
  /** Returns a file's other content, or null where the server has no such file. */
  change?: (path: string, content: Buffer) => Buffer | string | null;
  /** Serves `index.html` with status 200 in place of what is missing, as hosts of single-page applications do. */
  fallsBack?: boolean;
}

/** A server of a folder. */
export class Site {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Serves a folder on a free port. */
  static async of(folder: string, { headers = {}, ...rest }: SiteOptions = {}): Promise<Site> {
    const server = createServer(async ({ url = "/" }, response) => {
      const { pathname } = new URL(url, "http://localhost");
      const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
      const { status, type, content } = await answer(folder, path, rest);
      response.writeHead(status, { "content-type": type, ...headers }).end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Site(server);
  }

  /** Address of a path. */
  url(path = "/"): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

interface Answer {
  status: number;
  type: string;
  content: Buffer | string;
}

async function answer(
  folder: string,
  path: string,
  { change = (_, content) => content, fallsBack }: SiteOptions,
): Promise<Answer> {
  const content = await contentOf(folder, path, change);
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  if (content !== null) return { status: 200, type, content };
  if (!fallsBack) return { status: 404, type: "text/plain", content: "not found" };
  const page = await readFile(join(folder, "index.html"));
  return { status: 200, type: "text/html", content: page };
}

async function contentOf(
  folder: string,
  path: string,
  change: NonNullable<SiteOptions["change"]>,
): Promise<Buffer | string | null> {
  const content = await readFile(join(folder, normalize(path))).catch(() => null);
  return content && change(path, content);
}
