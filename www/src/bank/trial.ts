/** The services of a choice, each asked once, to check that they work. */

import type { OpenOptions, ServiceName, ServiceReply } from "agentic-memory-bank";
import { SEARCH_SERVICES } from "../../../npm/src/search-services.ts";
import { type Problem, problemOf } from "../state/problem.ts";
import type { ChosenModel } from "./chosen-model.ts";
import {
  addressProblem,
  type BankOptions,
  choiceProblem,
  keyProblem,
  type ModelChoice,
} from "./model-choice.ts";
import { refusalBehind, type TokenWorld, tokenProblem } from "./token.ts";
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

/** Where the reader and the page of its trial are, unless a choice places them elsewhere. */
const USUAL = {
  reader: "https://r.jina.ai",
  page: "https://example.com/",
};

/** Asks each service of the choice once, the model as a run would. `tell` gets each outcome as it comes. */
export async function tryServices(
  options: BankOptions,
  world: TrialWorld,
  tell: (trial: Trial) => void,
): Promise<void> {
  // Pages are read where they are searched for.
  const services: ServiceName[] = options.search ? ["llm", "search", "reader"] : ["llm"];
  const tryAll = (trying: Trying) =>
    Promise.all(services.map(async (service) => tell(await outcome(trying, service))));
  try {
    await inBank(options, world, tryAll);
  } catch (thrown) {
    tell({ service: "llm", works: false, problem: problemOf(thrown) });
  }
}

/** The names of the models that the choice's endpoint lists. Rejects with the cause. */
export function listModels(options: BankOptions, world: TrialWorld): Promise<readonly string[]> {
  // No model need be chosen yet, but a bank wants one.
  const llm = { ...options.llm, model: options.llm?.model ?? "any" };
  return inBank({ ...options, llm }, world, async (trying) => {
    try {
      const listed = await trying.bank.tryService("llm");
      return listed.service === "llm" ? listed.models : [];
    } catch (thrown) {
      throw await behind(trying, "llm", problemOf(thrown));
    }
  });
}

/** The trials of what a visitor has chosen; the fault of a token is shown at its field, too. */
export class Trials {
  readonly #chosen: ChosenModel;
  readonly #world: TrialWorld;

  constructor(chosen: ChosenModel, world: TrialWorld) {
    this.#chosen = chosen;
    this.#world = world;
  }

  /** Asks each service of the choice once, and tells each outcome as it comes. */
  async tryServices(tell: (trial: Trial) => void): Promise<void> {
    const { choice, site } = this.#chosen;
    const told = (trial: Trial) => {
      if (!trial.works) this.#judge(choice, trial.problem);
      tell(trial);
    };
    const problem = choiceProblem(choice) ?? keyProblem(choice) ?? tokenProblem(choice, site);
    if (problem) told({ service: "llm", works: false, problem });
    else await tryServices(this.#chosen.options(), this.#world, told);
  }

  /** The names of the models at the chosen endpoint. Rejects with the cause. */
  async listModels(): Promise<readonly string[]> {
    const { choice, site } = this.#chosen;
    try {
      const problem = addressProblem(choice) ?? tokenProblem(choice, site);
      if (problem) throw problem;
      return await listModels(this.#chosen.options(), this.#world);
    } catch (thrown) {
      this.#judge(choice, problemOf(thrown));
      throw thrown;
    }
  }

  /** Shows the fault of a token, unless another choice has been made by now. */
  #judge(choice: ModelChoice, problem: Problem): void {
    if (choice === this.#chosen.choice) this.#chosen.judgeToken(problem);
  }
}

/** A bank under trial. */
interface Trying {
  readonly bank: MemoryBank;
  readonly options: BankOptions;
  readonly world: TrialWorld;
}

/** Works with a bank of these options, which asks nothing twice, and closes it. */
async function inBank<T>(
  options: BankOptions,
  world: TrialWorld,
  work: (trying: Trying) => Promise<T>,
): Promise<T> {
  const { llm, search, reader, proxy } = options;
  const bank = await world.open({
    llm: { ...llm, maxTokens: REPLY_TOKENS, retry: { retries: 0 } },
    embedder: false,
    ...(search && { search }),
    ...(reader && { reader }),
    ...(proxy && { proxy }),
  });
  try {
    return await work({ bank, options, world });
  } finally {
    bank.close();
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
  const { search } = options;
  if (service === "search") {
    return search?.baseUrl ?? SEARCH_SERVICES[search?.service ?? "serper"].address;
  }
  if (service === "reader") return (options.reader?.baseUrl ?? USUAL.reader) || USUAL.page;
  const { provider = "" } = options.llm ?? {};
  const named = typeof provider === "string" ? await bank.provider(provider) : provider;
  return named?.baseUrl;
}
