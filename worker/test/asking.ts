/** What the tests ask the API again and again. */
import { setTimeout } from "node:timers/promises";
import type { ResearchResult, RunHead } from "../../npm/src/types.ts";
import type { Deployment, User } from "./deployment.ts";

/** A question that the extractive engine answers from a document. */
export const TOWER = {
  question: "How tall is the tower of Orrin?",
  documents: [
    { name: "guide.txt", text: "The tower of Orrin is 43 metres tall. It was built in 1871." },
  ],
};

/** A run as it stands. */
export interface Shown {
  run: RunHead;
  result?: ResearchResult;
}

/** A failure as the API tells it. */
export interface Failure {
  error: { code: string; message: string; retryable: boolean };
}

/** Begins a run. */
export async function begin(
  deployment: Deployment,
  user: User,
  request: object = TOWER,
): Promise<string> {
  const response = await deployment.send(user, "/api/runs", request);
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { docId: string }).docId;
}

/** Shows a run. */
export async function show(deployment: Deployment, user: User, docId: string): Promise<Shown> {
  return (await (await deployment.ask(user, `/api/runs/${docId}`)).json()) as Shown;
}

/** Waits until a run stands as it is wanted; rejects after ten seconds. */
export async function until(
  deployment: Deployment,
  user: User,
  docId: string,
  state: RunHead["state"]["state"],
): Promise<Shown> {
  for (let tries = 0; tries < 400; tries += 1) {
    const shown = await show(deployment, user, docId);
    if (shown.run?.state.state === state) return shown;
    await setTimeout(25);
  }
  throw new Error(`the run does not become ${state}`);
}

/** The code and the status of a failure. */
export async function refused(response: Response): Promise<[status: number, code: string]> {
  const { error } = (await response.json()) as Failure;
  return [response.status, error.code];
}
