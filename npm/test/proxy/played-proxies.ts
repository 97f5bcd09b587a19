/** Proxies over the played internet, as the tables' tests run them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startServer } from "../../src/proxy/node-server.ts";
import {
  createProxy,
  hashOf,
  languageModelService,
  type ProxyServerOptions,
  readerService,
  userWith,
} from "../../src/proxy.ts";
import {
  type Internet,
  type Names,
  PUBLIC_ADDRESSES,
  resolverOf,
  SERVICE_KEY,
} from "./internet.ts";
import { directSubject, socketSubject } from "./subjects.ts";
import { type Line, ORIGIN, type Subject, USER_TOKEN } from "./table.ts";

const READER = "https://reader.example.net";

/** A proxy's options, with the service that the internet plays, and a reader. */
export async function playedOptions(service: string): Promise<ProxyServerOptions> {
  return {
    services: [languageModelService(service, SERVICE_KEY), readerService(undefined, READER)],
    origins: [ORIGIN],
    userOf: userWith({ user: await hashOf(USER_TOKEN) }),
    pages: true,
  };
}

/** `createProxy` on a host that knows where names lead. */
export async function knowingSubject(internet: Internet): Promise<Subject> {
  let resolve = resolverOf({});
  const service = `http://127.0.0.1:${internet.port}/v1`;
  const proxy = createProxy({
    ...(await playedOptions(service)),
    dialer: { resolve: (host) => resolve(host), fetch: internet.fetch },
  });
  return directSubject(proxy, {
    offers: ["names", "tls", "node"],
    ...{ service, reader: READER, own: "http://proxy.example.org" },
    names: (names) => {
      resolve = resolverOf(names);
    },
  });
}

/** `createProxy` on a host that does not, as on Workers. Its `fetch` must be the internet's. */
export async function unknowingSubject(): Promise<Subject> {
  const service = "https://llm.example.net/v1";
  const proxy = createProxy(await playedOptions(service));
  const own = "https://proxy.example.org";
  return directSubject(proxy, { offers: ["tls", "reader"], service, reader: READER, own });
}

/** The server of Node, over sockets. */
export async function serverSubject(
  internet: Internet,
): Promise<{ subject: Subject; close(): Promise<void> }> {
  let resolve = resolverOf({});
  const service = `http://127.0.0.1:${internet.port}/v1`;
  const options = await playedOptions(service);
  const dialer = { resolve: (host: string) => resolve(host), fetch: internet.fetch };
  const proxy = createProxy({ ...options, dialer });
  const server = await startServer({
    ...{ answer: proxy, path: "/proxy", service: "the proxy", greeting: "" },
    ...{ host: "127.0.0.1", port: 0, portOption: "--port", names: [] },
  });
  const subject = socketSubject({
    offers: ["names", "tls", "node"],
    ...{ service, reader: READER, own: server.origin, path: "/proxy" },
    port: Number(new URL(server.origin).port),
    names: (names) => {
      resolve = resolverOf(names);
    },
  });
  return { subject, close: server.close };
}

const COMMAND = fileURLToPath(new URL("../../cli.js", import.meta.url));
const NETWORK = fileURLToPath(new URL("../../../test/proxy/played-network.mjs", import.meta.url));

/** The real command, on a network that is played. */
export async function commandSubject(
  internet: Internet,
  lines: Line[],
): Promise<{ subject: Subject; log(): string; close(): Promise<void> }> {
  const service = `http://127.0.0.1:${internet.port}/v1`;
  const names: Names = Object.assign({}, ...lines.map((line) => line.names ?? {}));
  const { port, trapPort } = internet;
  const network = { names, publicAddresses: PUBLIC_ADDRESSES, port, trapPort };
  const words = ["proxy", "--port", "0", "--origin", ORIGIN, "--pages"];
  const child = spawn(process.execPath, ["--import", NETWORK, COMMAND, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      AMB_PROXY_TOKEN: USER_TOKEN,
      LLM_BASE_URL: service,
      LLM_API_KEY: SERVICE_KEY,
      JINA_API_KEY: "jina_Reader-Key-0123456789",
      SERPER_API_KEY: "",
      AMB_PLAYED_NETWORK: JSON.stringify(network),
    },
  });
  let [said, logged] = ["", ""];
  child.stderr.on("data", (text: Buffer) => {
    logged += text.toString();
  });
  for await (const text of child.stdout) {
    said += String(text);
    if (said.split("\n").length > 2) break;
  }
  const own = /^address {2}(http:\S+)\/proxy\?url=$/m.exec(said)?.[1];
  if (own === undefined) throw new Error(`the command did not start: ${said}${logged}`);
  const subject = socketSubject({
    offers: ["names", "node"],
    ...{
      service,
      reader: "https://r.jina.ai",
      own,
      path: "/proxy",
      port: Number(new URL(own).port),
    },
  });
  return {
    subject,
    log: () => logged,
    async close() {
      child.kill("SIGINT");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
