/** The alarm of an object: it brings back runs that were cut off, and keeps an object with runs awake. */

import { MemoryBankError } from "agentic-memory-bank";
import { log } from "./log.ts";

/** Milliseconds between two beats. */
const PERIOD = 30_000;

/** Milliseconds after which a run that crashed is looked after. */
const SOON = 2_000;

/** The object that a beat looks after. */
export interface Patient {
  /** Resumes runs that were cut off. Resolves to the number of those that must be tried again. */
  resumeLost(): Promise<number>;
  /** Returns true if runs are at work. */
  readonly isAtWork: boolean;
  /** Does memory's due upkeep. */
  keepUp(): Promise<void>;
}

/** The heartbeat of an object, as long as runs are at work in it. */
export class Heartbeat {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Sees to the next beat, before a run begins. */
  async start(): Promise<void> {
    await this.#storage.setAlarm(Date.now() + PERIOD);
  }

  /** Sees to a beat in a moment. */
  async hasten(): Promise<void> {
    await this.#storage.setAlarm(Date.now() + SOON);
  }

  /** Sees to a beat where none is due. A clock that was set back puts one off for long: that one is set anew. */
  async ensure(): Promise<void> {
    const due = await this.#storage.getAlarm();
    if (due === null || due > Date.now() + 2 * PERIOD) await this.start();
  }

  /**
   * Beats once. A second beat at the same time finds all at work. Rejects where the platform is to call again, a few
   * times.
   */
  async beat(patient: Patient): Promise<void> {
    await this.start();
    if ((await this.#lookAfter(patient)) > 0 || patient.isAtWork) return;
    // No run begins between the look and this call, which the storage carries out in order.
    await this.#storage.deleteAlarm();
    await patient.keepUp().catch((thrown: unknown) => {
      // Undone work is due the next time.
      log("memory was not kept up", { code: MemoryBankError.from(thrown).code });
    });
  }

  /** The number of runs that must be tried again. An unreadable store counts as 0, or the heart would beat for ever. */
  async #lookAfter(patient: Patient): Promise<number> {
    try {
      return await patient.resumeLost();
    } catch (thrown) {
      const { code, retryable } = MemoryBankError.from(thrown);
      log("runs were not looked after", { code });
      if (code === "overloaded") return 1;
      if (!retryable) return 0;
      await this.#storage.deleteAlarm();
      throw thrown;
    }
  }
}
