/** The likely cost of a question before it is asked. */

import type { OpenOptions } from "agentic-memory-bank";
import type { Draft } from "../state/state.ts";
import { readDocuments } from "./documents.ts";
import { type BankOptions, choiceProblem, chosenLimits, type ModelChoice } from "./model-choice.ts";
import type { Estimate, MemoryBank } from "./types.ts";

/** The input of a forecast. */
export interface Forecasting {
  readonly draft: Draft;
  readonly choice: ModelChoice;
  readonly options: BankOptions;
  /** The run whose memory holds the drafted documents; `null`: they are to be read. */
  readonly memory: string | null;
  open(options: OpenOptions): Promise<MemoryBank>;
}

/** Milliseconds after the last change. */
const PAUSE = 600;

/** Forecasts the cost of what is drafted, a moment after it has changed. */
export class Forecaster {
  readonly #tell: (estimate: Estimate | null) => void;
  #known: readonly unknown[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `tell` gets the estimate, and `null` if there is none. */
  constructor(tell: (estimate: Estimate | null) => void) {
    this.#tell = tell;
  }

  /** Forecasts anew, if anything that counts has changed: documents, the model, the budget. */
  follow(now: () => Forecasting): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#forecast(now()), PAUSE);
  }

  async #forecast(asked: Forecasting): Promise<void> {
    const { draft, choice, memory } = asked;
    const key = [draft.documents, draft.pasted, draft.question.trim() === "", choice, memory];
    if (key.every((part, at) => part === this.#known[at])) return;
    this.#known = key;
    const estimate = isComplete(asked) ? await estimateOf(asked).catch(() => null) : null;
    // Something else may have been forecast meanwhile.
    if (this.#known === key) this.#tell(estimate);
  }
}

function isComplete({ draft, choice }: Forecasting): boolean {
  const isFree = choice.provider === "none";
  return !isFree && draft.question.trim() !== "" && choiceProblem(choice) === null;
}

/** Asks a bank of its own, without an embedding model: the present one may be of another model, or at work. */
async function estimateOf(asked: Forecasting): Promise<Estimate> {
  const { draft, choice, memory, options, open } = asked;
  const limits = chosenLimits(choice);
  const bank = await open({ ...options, embedder: false });
  try {
    const brought =
      memory === null
        ? await readDocuments(draft.documents, draft.pasted, "text")
        : { continueFrom: memory };
    return await bank.estimate({ question: draft.question, ...brought }, limits);
  } finally {
    bank.close();
  }
}
