/** The proxy of the deployment: the package's own, with the deployment's keys and users. */
import { MemoryBank } from "agentic-memory-bank";
import {
  createProxy,
  languageModelService,
  type ProxyLogEntry,
  readerService,
  type Service,
  searchService,
} from "agentic-memory-bank/proxy";
import { failed } from "./answers.ts";
import { log } from "./log.ts";
import { type Env, settingsOf } from "./settings.ts";
import { userOf } from "./users.ts";

/** Seconds to wait for a user beyond the rate limit. */
const WAIT = 60;

type Proxy = (request: Request) => Promise<Response>;

/** Proxies by environment and origin. */
const proxies = new WeakMap<Env, Map<string, Proxy>>();

/** Answers a request to /proxy. */
export async function answerProxy(request: Request, env: Env): Promise<Response> {
  try {
    const proxy = await proxyAt(new URL(request.url).origin, env);
    return await proxy(request);
  } catch (thrown) {
    return failed(thrown, 500);
  }
}

async function proxyAt(origin: string, env: Env): Promise<Proxy> {
  const known = proxies.get(env) ?? new Map<string, Proxy>();
  proxies.set(env, known);
  const proxy = known.get(origin) ?? (await newProxy(origin, env));
  known.set(origin, proxy);
  return proxy;
}

async function newProxy(origin: string, env: Env): Promise<Proxy> {
  const { origins, pages } = settingsOf(env);
  return createProxy({
    services: await servicesOf(env),
    origins,
    pages,
    userOf: (token) => userOf(token, origin, env),
    wait: async (user) => {
      const limited = await env.PROXY_LIMIT?.limit({ key: user });
      return limited === undefined || limited.success ? 0 : WAIT;
    },
    log: told,
  });
}

/** The services of the deployment, with their keys. A key serves only for the paths of the engine's requests. */
async function servicesOf(env: Env): Promise<Service[]> {
  const { llm, search, reader } = settingsOf(env);
  return [
    ...(llm === null ? [] : [languageModelService(await addressOf(llm.provider), llm.apiKey)]),
    ...(search === null ? [] : [searchService(search.key, search.address)]),
    ...(reader === null ? [] : [readerService(reader.key, reader.address)]),
  ];
}

/** The address of a language model that is named. The engine knows it. */
async function addressOf(provider: string): Promise<string> {
  const bank = await MemoryBank.open({ embedder: false });
  try {
    return (await bank.provider(provider))?.baseUrl ?? provider;
  } finally {
    bank.close();
  }
}

/** Writes an exchange to the log: user, host and outcome. */
function told(entry: ProxyLogEntry): void {
  log("proxy", { ...entry });
}
