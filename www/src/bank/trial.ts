/** The services of a choice, each asked once, to check that they work. */

import type { OpenOptions, ServiceName, ServiceReply } from "agentic-memory-bank";
import { type Problem, problemOf } from "../state/problem.ts";
import type { BankOptions } from "./model-choice.ts";
import { refusalBehind, type TokenWorld } from "./token.ts";
import type { Event, MemoryBank } from "./types.ts";

/** The outcome of a service: the model's call, or what another service replied. */
export type Trial = { readonly service: ServiceName } & (
  | { readonly works: true; readonly call: AgentCall }
  | { readonly works: true; readonly reply: ServiceReply }
  | { readonly works: false; readonly problem: Problem }
);

type AgentCall = Extract<Event, { type: "agentCall" }>;

/** The parts of the platform that a trial needs. */
export interface TrialWorld extends TokenWorld {
  open(options: OpenOptions): Promise<MemoryBank>;
  /** True if anything replies at an address. */
  answers(address: string): Promise<boolean>;
}

/** Tokens of the reply at most: that there is one is enough. */
const REPLY_TOKENS = 64;

/** Where the search, the reader and the page of its trial are, unless a choice places them elsewhere. */
const USUAL = {
  search: "https://google.serper.dev",
  reader: "https://r.jina.ai",
  page: "https://example.com/",
};

/** The services that a run of this choice would ask: the reader where pages are searched for. */
export function servicesOf({ search }: BankOptions): readonly ServiceName[] {
  return search === undefined ? ["llm"] : ["llm", "search", "reader"];
}

/** Asks each service of the choice once, the model as a run would. `tell` gets each outcome as it comes. */
export async function tryServices(
  options: BankOptions,
  world: TrialWorld,
  tell: (trial: Trial) => void,
): Promise<void> {
  const services = servicesOf(options);
  await inBank(options, world, tell, (bank) =>
    Promise.all(
      services.map(async (service) => tell(await outcome({ bank, options, world }, service))),
    ),
  );
}

/** The names of the models that the choice's endpoint lists. Rejects with the cause. */
export async function listModels(
  options: BankOptions,
  world: TrialWorld,
): Promise<readonly string[]> {
  // No model need be chosen yet, but a bank wants one.
  const llm = { ...options.llm, model: options.llm?.model ?? "any" };
  const bank = await opened({ ...options, llm }, world);
  try {
    const listed = await bank.tryService("llm");
    return listed.service === "llm" ? listed.models : [];
  } catch (thrown) {
    throw await behind({ bank, options, world }, "llm", problemOf(thrown));
  } finally {
    bank.close();
  }
}

/** A bank under trial. */
interface Trying {
  readonly bank: MemoryBank;
  readonly options: BankOptions;
  readonly world: TrialWorld;
}

function opened(options: BankOptions, world: TrialWorld): Promise<MemoryBank> {
  const { llm, search, reader, proxy } = options;
  return world.open({
    llm: { ...llm, maxTokens: REPLY_TOKENS, retry: { retries: 0 } },
    embedder: false,
    ...(search && { search }),
    ...(reader && { reader }),
    ...(proxy && { proxy }),
  });
}

async function inBank(
  options: BankOptions,
  world: TrialWorld,
  tell: (trial: Trial) => void,
  work: (bank: MemoryBank) => Promise<unknown>,
): Promise<void> {
  try {
    const bank = await opened(options, world);
    try {
      await work(bank);
    } finally {
      bank.close();
    }
  } catch (thrown) {
    tell({ service: "llm", works: false, problem: problemOf(thrown) });
  }
}

async function outcome(trying: Trying, service: ServiceName): Promise<Trial> {
  try {
    if (service === "llm") return await firstCall(trying);
    return { service, works: true, reply: await trying.bank.tryService(service) };
  } catch (thrown) {
    const problem = await behind(trying, service, problemOf(thrown));
    return { service, works: false, problem };
  }
}

/** Calls the model once, as a run would: a budget of one request is the answer's. */
async function firstCall(trying: Trying): Promise<Trial> {
  const run = trying.bank.research({ question: "Are you there?" }, { budget: { requests: 1 } });
  for await (const event of run) {
    if (event.type === "agentCall") return { service: "llm", works: true, call: event };
  }
  const { error } = await run.result;
  const problem = await behind(trying, "llm", error ?? { code: "internal", message: "" });
  return { service: "llm", works: false, problem };
}

/** The cause of a failure: a token that is refused on the way, or a server that lets no page read it. */
async function behind(trying: Trying, service: ServiceName, problem: Problem): Promise<Problem> {
  const { options, world } = trying;
  if (problem.code !== "network_unreachable") return refusalBehind(problem, options, world);
  const proxy = proxyOf(options, service);
  const address = proxy?.address ?? (await addressOf(trying, service));
  const isThere = address !== undefined && (await world.answers(address));
  if (!isThere) return problem;
  if (proxy !== undefined) return { ...problem, code: "proxy_refuses_page" };
  return { ...problem, code: service === "llm" ? "cors_refused" : "web_refuses_page" };
}

/** The proxy that passes requests to a service on. */
function proxyOf({ proxy }: BankOptions, service: ServiceName): BankOptions["proxy"] {
  return service === "llm" && proxy?.llm !== true ? undefined : proxy;
}

async function addressOf(
  { bank, options }: Trying,
  service: ServiceName,
): Promise<string | undefined> {
  if (service === "search") return options.search?.baseUrl ?? USUAL.search;
  if (service === "reader") return (options.reader?.baseUrl ?? USUAL.reader) || USUAL.page;
  const { provider = "" } = options.llm ?? {};
  const named = typeof provider === "string" ? await bank.provider(provider) : provider;
  return named?.baseUrl;
}
