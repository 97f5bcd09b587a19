/** The proxy of the deployment: the package's own, with the deployment's keys and users. */
import { MemoryBank } from "agentic-memory-bank";
import { createProxy, type ProxyLogEntry, type Service } from "agentic-memory-bank/proxy";
import { failed } from "./answers.ts";
import { log } from "./log.ts";
import { type Env, settingsOf } from "./settings.ts";
import { userOf } from "./users.ts";

/** Seconds that a user waits who asks too often. */
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

/** The services that the deployment has, with their keys. */
async function servicesOf(env: Env): Promise<Service[]> {
  const { llm, search, reader } = settingsOf(env);
  const services: Service[] = [];
  if (llm !== null) {
    const address = await addressOf(llm.provider);
    services.push({ address, ...withKey(llm.apiKey), keyHeader: "authorization" });
  }
  if (search !== null) {
    services.push({ address: search.address, ...withKey(search.key), keyHeader: "x-api-key" });
  }
  if (reader !== null) {
    const { address, key } = reader;
    services.push({ address, ...withKey(key), keyHeader: "authorization", readsPages: true });
  }
  return services;
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

function withKey(key: string | undefined): { key?: string } {
  return key === undefined ? {} : { key };
}

/** Writes an exchange to the log: who asked which host, and what came of it. */
function told(entry: ProxyLogEntry): void {
  log("proxy", { ...entry });
}
