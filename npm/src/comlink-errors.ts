/** Teaches Comlink to carry a failure's code over a boundary; it would keep the message alone. */
import { transferHandlers } from "comlink";
import { flattenFailure, type PlainFailure, reviveFailure } from "./errors.ts";

interface Thrown {
  value: unknown;
}

/** Must be called once on each side of every Comlink boundary, before anything crosses it. */
export function carryFailures(): void {
  const original = transferHandlers.get("throw");
  if (original === undefined) return;
  transferHandlers.set("throw", {
    canHandle: original.canHandle,
    serialize: (thrown) => [flattenFailure((thrown as Thrown).value), []],
    deserialize: (plain): never => {
      throw reviveFailure(plain as PlainFailure);
    },
  });
}
