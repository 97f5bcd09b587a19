/** The proxy as a command: for a page in a browser, or a program without keys, on this machine or in its network. */
import { userInfo } from "node:os";
import type { MemoryBank, OpenOptions } from "../node.ts";
import { nodeDialer } from "../node-dialer.ts";
import { createProxy } from "../proxy/create-proxy.ts";
import { languageModelService, readerService, searchService } from "../proxy/known-services.ts";
import { isLoopback, type RunningServer, startServer } from "../proxy/node-server.ts";
import type { ProxyLogEntry, Service } from "../proxy/options.ts";
import { rateLimit } from "../proxy/rate-limit.ts";
import { hashOf, newToken, userWith } from "../proxy/tokens.ts";
import { type ProxyArguments, UsageError } from "./arguments.ts";
import { type KeyedEndpoints, keyedEndpoints } from "./environment.ts";
import { EXIT } from "./failures.ts";
import type { Output } from "./progress.ts";
import { oneLine } from "./terminal.ts";
import { tokenIn } from "./token.ts";

/** Everything that the command touches; a test gives its own. */
export interface ProxyWorld {
  openBank(options: OpenOptions): Promise<Pick<MemoryBank, "provider" | "close">>;
  output: Output;
  errors: Output;
  environment: NodeJS.ProcessEnv;
  /** Aborted by the first Ctrl-C. */
  signal: AbortSignal;
}

/** Requests of the user in a minute: more than runs need, and less than a page that repeats itself without end. */
const RATE = { requests: 600, seconds: 60 };

/** Serves until it is interrupted, and returns the exit status. Throws `UsageError` or `MemoryBankError`. */
export async function serveProxy(wanted: ProxyArguments, world: ProxyWorld): Promise<number> {
  const services = await servicesOf(wanted, world);
  const own = tokenIn(world.environment, "AMB_PROXY_TOKEN");
  const token = own ?? newToken();
  const proxy = createProxy({
    services,
    origins: wanted.origins,
    userOf: userWith({ [userName()]: await hashOf(token) }),
    pages: wanted.pages,
    wait: rateLimit(RATE),
    dialer: nodeDialer,
    log: (entry) => world.errors.write(`${logLine(entry, new Date())}\n`),
  });
  const { host, port } = wanted;
  const names = wanted.origins.map((origin) => new URL(origin).hostname);
  const server = await startServer({
    ...{ answer: proxy, path: "/proxy", service: "the proxy", greeting: GREETING },
    ...{ host, port, names, portOption: "--port" },
  });
  tell(server, services, wanted, world);
  world.output.write(`address  ${server.origin}/proxy?url=\n`);
  world.output.write(own === null ? `token    ${token}\n` : "token    that of AMB_PROXY_TOKEN\n");
  await new Promise((resolve) => {
    if (world.signal.aborted) resolve(undefined);
    world.signal.addEventListener("abort", resolve);
  });
  await server.close();
  return EXIT.answered;
}

const GREETING = `This is the proxy of agentic-memory-bank. It asks a language model, web search and pages on behalf
of its user, adds the keys, and needs an access token. Requests go to /proxy?url=TARGET.
`;

/** Everything that is not needed to call the proxy. */
function tell(
  { origin }: RunningServer,
  services: Service[],
  { host, origins, pages }: ProxyArguments,
  { errors }: ProxyWorld,
): void {
  const hosts = services.map(({ address }) => new URL(address).host);
  const asked = [...hosts, ...(pages ? ["public pages"] : [])].join(", ");
  const pagesThatCall = origins.length > 0 ? ` and pages of ${origins.join(", ")}` : "";
  errors.write(`asks ${asked} for programs${pagesThatCall}; Ctrl-C ends it\n`);
  if (isLoopback(host)) return;
  errors.write(
    `warning: ${origin} is reached without TLS, so that others in the network may read token and answers: put a server with HTTPS in front of it\n`,
  );
}

async function servicesOf({ pages }: ProxyArguments, world: ProxyWorld): Promise<Service[]> {
  const endpoints = keyedEndpoints(world.environment);
  const { search, readerKey } = endpoints;
  const services = [
    ...(await languageModel(endpoints, world)),
    ...(search === undefined ? [] : [searchService(search.key, undefined, search.service)]),
    ...(readerKey === undefined ? [] : [readerService(readerKey)]),
  ];
  if (services.length === 0 && !pages) {
    throw new UsageError(
      "the proxy has nothing to ask: set LLM_API_KEY or LLM_BASE_URL, SERPER_API_KEY, JINA_API_KEY or SEARCH_SERVICE, or give --pages",
    );
  }
  return services;
}

/** The endpoint of the language model, as `ask` finds it: by name or address, or else where its key is for. */
async function languageModel(
  { llm, llmKey }: KeyedEndpoints,
  { openBank }: ProxyWorld,
): Promise<Service[]> {
  if (llm === undefined && llmKey === undefined) return [];
  const bank = await openBank({ embedder: false });
  try {
    const provider = await bank.provider(llm ?? "deepseek");
    if (provider === undefined) {
      throw new UsageError(
        "LLM_BASE_URL is no endpoint: give a name that --help lists, or an address that begins with http:// or https://",
      );
    }
    return [languageModelService(provider.baseUrl, llmKey)];
  } finally {
    bank.close();
  }
}

/** The user of the log: the user of this machine. */
function userName(): string {
  try {
    return userInfo().username || "user";
  } catch {
    return "user";
  }
}

/** Returns the line that an exchange is logged as. */
export function logLine(entry: ProxyLogEntry, time: Date): string {
  const { user, method, host, status, code, milliseconds, bytes } = entry;
  const words = [time.toISOString(), user ?? "-", method, host ?? "-", `${status}`];
  const counts = [`${milliseconds} ms`, `${bytes} B`];
  return oneLine([...words, ...counts, ...(code === null ? [] : [code])].join(" "));
}
