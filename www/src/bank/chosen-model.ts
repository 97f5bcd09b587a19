/** The visitor's choice of a language model: in this tab and, on request, on this device. */

import type { JournalOptions } from "agentic-memory-bank";
import type { Problem } from "../state/problem.ts";
import type { Store } from "../state/store.ts";
import type { Deployment } from "./deployment.ts";
import {
  type BankOptions,
  bankOptions,
  CHOICE_PROBLEMS,
  choiceProblem,
  fitting,
  type ModelChoice,
  NO_MODEL,
  shownModel,
  startingChoice,
} from "./model-choice.ts";
import { type KnownAddresses, recordedChoice } from "./recorded-choice.ts";
import { type Device, forget, remember, remembered } from "./remembered.ts";
import { isOfToken, type TokenProblem, tokenProblem } from "./token.ts";

/** The parts of the platform that a choice needs. */
export interface ChoiceWorld {
  /** The storage of a remembered choice. */
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
  /** True if the choice is remembered on this device. */
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

  /** The language model of the next question. */
  get choice(): ModelChoice {
    return this.#choice;
  }

  /** Sets the language model of the next question; the present run and memory stay unchanged. */
  choose(choice: ModelChoice): void {
    this.#set(choice);
    if (this.isRemembered) this.isRemembered = remember(this.#device, this.#choice);
    const { problem, tokenProblem } = this.#store.state;
    if (tokenProblem !== null) this.#store.dispatch({ type: "tokenJudged", problem: null });
    if (problem !== null && CHOICE_PROBLEMS.includes(problem.code))
      this.#store.dispatch({ type: "problemClosed" });
    this.#show();
  }

  /** Remembers the choice on this device, with its keys. */
  remember(): void {
    this.isRemembered = remember(this.#device, this.#choice);
  }

  /** Removes the choice from this device; it stays in this tab. */
  stopRemembering(): void {
    forget(this.#device);
    this.isRemembered = false;
  }

  /** Forgets keys and tokens, here and on this device, from which the whole choice is removed. */
  forget(): void {
    this.stopRemembering();
    const { key, searchKey, readerKey, proxyToken, accessToken } = NO_MODEL;
    this.choose({ ...this.#choice, key, searchKey, readerKey, proxyToken, accessToken });
  }

  /** The options of a bank for a choice, the present one unless another is given. */
  options(choice = this.#choice): BankOptions {
    return bankOptions(choice, this.site);
  }

  /** The same, but empty for an incomplete choice: its fault is shown when a question is asked with it. */
  settledOptions(): BankOptions {
    return choiceProblem(this.#choice) ? {} : this.options();
  }

  /** Who reads documents by a choice: a text that differs wherever they might be read otherwise. */
  reader(choice = this.#choice): string {
    const { llm } = this.options(choice);
    if (llm === undefined) return "";
    const { apiKey: _, ...reader } = llm;
    return JSON.stringify(reader);
  }

  /** The choice that a run of the user's own was asked with; the present one stays. */
  recorded(services: JournalOptions, known: KnownAddresses): ModelChoice {
    const { provider } = this.#choice;
    const former = { ...this.#choice, provider: this.#choice.former };
    return recordedChoice(services, provider === "none" ? former : this.#choice, known, this.site);
  }

  /** Shows the choice of a run that lacks something, in this tab alone: what this device remembers stays as it is. */
  takeUp(choice: ModelChoice): void {
    this.isRemembered = false;
    this.#set(choice);
    this.#show();
  }

  /** The fault of a choice's token; `null` for none. */
  tokenFault(choice: ModelChoice): TokenProblem | null {
    return tokenProblem(choice, this.site);
  }

  /** Shows a problem of a token at its field; ignores any other. */
  judgeToken(problem: Problem): void {
    if (isOfToken(problem)) this.#store.dispatch({ type: "tokenJudged", problem });
  }

  #set(choice: ModelChoice): void {
    const { provider } = this.#choice;
    const last = provider === "none" ? this.#choice.former : provider;
    this.#choice = { ...choice, former: choice.provider === "none" ? last : choice.provider };
  }

  #show(): void {
    const languageModel = shownModel(this.#choice, this.site);
    this.#store.dispatch({ type: "languageModelChosen", languageModel });
  }
}
