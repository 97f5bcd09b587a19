/** Pages of many places in one Durable Object, whose writes can be made to fail. */
import type { ObjectStorage } from "agentic-memory-bank";
import { ObjectPages } from "source/object-pages";

/** How a write fails: one time for want of room, one time otherwise, or from then on. */
type Failure = "Full" | "Once" | "ForGood";

/** What an object of the platform throws that has no room. */
const FULL = "exceeded the maximum allowed storage: SQLITE_FULL";

const WRITES = /^\s*(CREATE|DELETE|INSERT|UPDATE)\b/i;

/** The writes of a place, which fail as planned. */
class Plan {
  #first = 0;
  #failure: Failure = "Once";
  #writes = 0;
  #failed = false;

  begin(first: number, failure: Failure): void {
    this.#first = first;
    this.#failure = failure;
    this.#writes = 0;
    this.#failed = false;
  }

  /** Ends it. Returns true if any write failed. */
  end(): boolean {
    this.#first = 0;
    return this.#failed;
  }

  write(): void {
    if (this.#first === 0) return;
    this.#writes += 1;
    const isLate = this.#failure === "ForGood" && this.#writes > this.#first;
    if (this.#writes !== this.#first && !isLate) return;
    this.#failed = true;
    throw new Error(this.#failure === "Full" ? FULL : "internal error");
  }
}

/** The pages of a place, in tables of its own. */
export class TestedPages extends ObjectPages {
  readonly #plan: Plan;

  private constructor(storage: ObjectStorage, plan: Plan) {
    super(storage);
    this.#plan = plan;
  }

  /** Returns a function that opens the pages of a place, as those before it have left them. */
  static in(storage: ObjectStorage): (place: string) => TestedPages {
    const plans = new Map<string, Plan>();
    return (place) => {
      const plan = plans.get(place) ?? new Plan();
      plans.set(place, plan);
      return new TestedPages(partOf(storage, place, plan), plan);
    };
  }

  fail(write: number, failure: Failure): void {
    this.#plan.begin(write, failure);
  }

  heal(): boolean {
    return this.#plan.end();
  }
}

/** The storage with tables of a place's own. */
function partOf(storage: ObjectStorage, place: string, plan: Plan): ObjectStorage {
  return {
    sql: {
      exec(query, ...bindings) {
        if (WRITES.test(query)) plan.write();
        return storage.sql.exec(query.replaceAll("amb_", `${place}_`), ...bindings);
      },
    },
    transactionSync: (work) => storage.transactionSync(work),
  };
}
