/** The language model that the visitor has chosen: in this tab and, where that is wished, on this device. */

import { journalModel } from "agentic-memory-bank";
import type { Problem } from "../state/problem.ts";
import type { Store } from "../state/store.ts";
import type { Deployment } from "./deployment.ts";
import {
  type BankOptions,
  bankOptions,
  choiceProblem,
  fitting,
  type ModelChoice,
  NO_MODEL,
  shownModel,
  startingChoice,
} from "./model-choice.ts";
import { type Device, forget, remember, remembered } from "./remembered.ts";
import { isOfToken, tokenProblem } from "./token.ts";

/** What a choice needs of the world. */
export interface ChoiceWorld {
  /** Where the choice may be remembered. */
  readonly device: Device | null;
  /** The deployment that serves the page; `null`: none. */
  readonly site: Deployment | null;
}

/** The choice, and how a bank is opened by it. */
export class ChosenModel {
  readonly #store: Store;
  readonly #device: Device | null;
  #choice: ModelChoice;
  /** The deployment that serves the page; `null`: none. */
  readonly site: Deployment | null;
  /** Whether the choice is remembered on this device. */
  isRemembered: boolean;

  constructor(store: Store, { device, site }: ChoiceWorld) {
    this.#store = store;
    this.#device = device;
    this.site = site;
    const known = remembered(device);
    this.#choice = known === null ? startingChoice(site) : fitting(known, site);
    this.isRemembered = known !== null;
    if (this.#choice !== NO_MODEL) this.#show();
  }

  /** The language model that the next question is asked with. */
  get choice(): ModelChoice {
    return this.#choice;
  }

  /** Asks the next question with this language model; what runs, and the memory that is there, stay as they are. */
  choose(choice: ModelChoice): void {
    this.#choice = choice;
    if (this.isRemembered) this.isRemembered = remember(this.#device, choice);
    const { tokenProblem } = this.#store.state;
    if (tokenProblem !== null) this.#store.dispatch({ type: "tokenJudged", problem: null });
    this.#show();
  }

  /** Remembers the choice on this device, with its keys. */
  remember(): void {
    this.isRemembered = remember(this.#device, this.#choice);
  }

  /** Leaves nothing of the choice on this device; it stays in this tab. */
  stopRemembering(): void {
    forget(this.#device);
    this.isRemembered = false;
  }

  /** Forgets keys and tokens, here and on this device, where nothing of the choice is left. */
  forget(): void {
    this.stopRemembering();
    const { key, searchKey, readerKey, proxyToken, accessToken } = NO_MODEL;
    this.choose({ ...this.#choice, key, searchKey, readerKey, proxyToken, accessToken });
  }

  /** How a bank is opened by the choice. */
  options(): BankOptions {
    return bankOptions(this.#choice, this.site);
  }

  /** The same; a choice that is still being put in is none: what it lacks is told when it is asked with. */
  settledOptions(): BankOptions {
    return choiceProblem(this.#choice) ? {} : this.options();
  }

  /** How a bank is opened that takes this journal up: with the choice, or else with the model that the journal names. */
  optionsFor(journal: string): BankOptions {
    const own = this.settledOptions();
    const llm = own.llm === undefined ? journalModel(journal) : undefined;
    return llm === undefined ? own : { llm };
  }

  /** Tells at its field what is wrong with the token that goes along; whether anything is. */
  lacksToken(): boolean {
    const problem = tokenProblem(this.#choice, this.site);
    if (problem !== null) this.judgeToken(problem);
    return problem !== null;
  }

  /** Tells a problem of a token at its field; any other is not told here. */
  judgeToken(problem: Problem): void {
    if (isOfToken(problem)) this.#store.dispatch({ type: "tokenJudged", problem });
  }

  #show(): void {
    const languageModel = shownModel(this.#choice, this.site);
    this.#store.dispatch({ type: "languageModelChosen", languageModel });
  }
}
