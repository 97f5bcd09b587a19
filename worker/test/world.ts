/** A scenario's world for a deployment: its model behind a gate, what is asked, and the judge. */
import { after } from "node:test";
import { type Outcome, type Part, Stage } from "../../npm/test/scenarios/stage.ts";
import type { Deployment, User } from "./deployment.ts";
import { streamed } from "./events.ts";
import { Gate } from "./gate.ts";

/** The key that the deployment has for its model. */
export const KEY = "sk-of-the-deployment-alone";

let stage: Promise<Stage> | null = null;
after(async () => (await stage)?.close());

/** A world in which a scenario is played once. */
export class World {
  readonly part: Part;
  readonly gate: Gate;
  /** Variables of a deployment in this world. */
  readonly variables: Record<string, string>;
  readonly #stage: Stage;

  private constructor(stage: Stage, part: Part, gate: Gate, variables: Record<string, string>) {
    this.#stage = stage;
    this.part = part;
    this.gate = gate;
    this.variables = variables;
  }

  static async of(scenario: string): Promise<World> {
    stage ??= Stage.open();
    const opened = await stage;
    const part = await opened.begin(scenario, { follows: false });
    const { llm, search, reader } = part.options as Record<string, Named>;
    const world = new URL(llm?.provider?.baseUrl ?? "");
    const gate = new Gate(world.origin);
    const address = await gate.open();
    const through = (given: string) => given.replace(world.origin, address);
    const variables = {
      LLM_PROVIDER: through(world.href),
      LLM_MODEL: llm?.model ?? "",
      LLM_KEY: KEY,
      // What the scenarios' model can do.
      LLM_LIKE: "ollama",
      ...(search?.baseUrl && { SEARCH_ADDRESS: through(search.baseUrl), SERPER_KEY: KEY }),
      ...(reader?.baseUrl && { READER_ADDRESS: through(reader.baseUrl) }),
    };
    return new World(opened, part, gate, variables);
  }

  /** What is asked. Memory is left out: the scenario's world has none. */
  get request(): Record<string, unknown> {
    const memory = { observe: false, recall: false, advise: false, learn: false };
    const { keep: _, images: __, ...request } = this.part.request;
    return { ...request, memory };
  }

  /** Begins the run. */
  async begin(deployment: Deployment, user: User = "ann"): Promise<string> {
    const response = await deployment.send(user, "/api/runs", this.request);
    if (response.status !== 201) throw new Error(await response.text());
    return ((await response.json()) as { docId: string }).docId;
  }

  /** What is wrong with a run that has ended, in words. */
  async faults(deployment: Deployment, docId: string, user: User = "ann"): Promise<string[]> {
    const outcome = await outcomeOf(deployment, docId, user);
    return (await this.#stage.ended(this.part, outcome)).faults;
  }
}

interface Named {
  provider?: { baseUrl: string };
  model?: string;
  baseUrl?: string;
}

/** What came of a run that has ended. */
export async function outcomeOf(
  deployment: Deployment,
  docId: string,
  user: User = "ann",
): Promise<Outcome> {
  const path = `/api/runs/${docId}`;
  const text = async (route: string) => (await deployment.ask(user, path + route)).text();
  const { result } = JSON.parse(await text(""));
  const { sent } = await streamed(await deployment.ask(user, `${path}/events`));
  return {
    result,
    events: sent.map(({ event }) => event),
    session: await text("/export"),
    journal: await text("/journal"),
    remembered: null,
  };
}
