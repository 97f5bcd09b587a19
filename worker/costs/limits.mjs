// Limits of the platform and of servers beside it, and how much of each is used.
import { atPeak, bytesOfUser, dayOf, usersOfSecret } from "./arithmetic.mjs";

const GB = 1_000_000_000;
const SECONDS_OF_DAY = 86_400;

/** A limit, how much of it is used, and what to do where it is met. The most used first. */
export function limitsOf(users, used, assumptions, measured, prices) {
  const all = [
    ...limitsOfObject(assumptions, measured, prices),
    ...limitsOfAccount(users, used, assumptions, measured, prices),
  ];
  return all.sort((one, other) => other.share - one.share);
}

function limitsOfObject(assumptions, measured, { limits }) {
  const day = dayOf(assumptions, measured);
  return [
    limit(
      "requests a second to one object",
      (day.objectRequests / SECONDS_OF_DAY) * assumptions.peak,
      limits.objectRequestsPerSecond.value,
      "each user has an object: only one user's own programs can meet it",
    ),
    limit(
      "GB stored in one object",
      bytesOfUser(assumptions, measured) / GB,
      limits.objectStoredGb.value,
      "delete old runs",
    ),
    limit(
      "bytes of memory in an isolate, for one user",
      bytesInMemory(assumptions, measured),
      limits.isolateBytes.value,
      "forget and consolidate memories, or read pages on demand",
    ),
    limit(
      "subrequests of one run",
      2 * assumptions.steps,
      limits.subrequests.value,
      "give the run a budget",
    ),
  ];
}

function limitsOfAccount(users, used, assumptions, measured, prices) {
  const { limits } = prices;
  const all = [
    limit(
      "users in the secret USERS",
      users,
      usersOfSecret(measured, prices),
      "bind the KV namespace TOKENS, or use OAuth",
    ),
    limit(
      "writes a second to one Neo4j server",
      atPeak(used.neo4jWrites, assumptions),
      assumptions["neo4j-rate"],
      "keep what runs teach in each user's object, or give teams servers of their own",
    ),
  ];
  if (assumptions.embedder === "workers-ai") {
    const most = limits.embeddingsPerMinute.value;
    const needed = 60 * atPeak(used.embeddings, assumptions);
    const mend = "embed in the isolate, or ask for a higher limit";
    all.push(limit("embeddings a minute of Workers AI", needed, most, mend));
  }
  return all;
}

/** Bytes of WebAssembly memory while one user's object is at work. */
function bytesInMemory({ entries, embedder }, { memory }) {
  const own = memory.object + entries * memory.entry;
  return memory.isolate + own + (embedder === "minilm" ? memory.embedder : 0);
}

/** Entries of one user at which an isolate's memory ends. */
export function mostEntries({ embedder }, { memory }, { limits }) {
  const fixed = memory.isolate + memory.object + (embedder === "minilm" ? memory.embedder : 0);
  return Math.max(0, Math.floor((limits.isolateBytes.value - fixed) / memory.entry));
}

/** Objects of users that fit into an isolate at once. */
export function usersInIsolate({ embedder, entries }, { memory }, { limits }) {
  const fixed = memory.isolate + (embedder === "minilm" ? memory.embedder : 0);
  const each = memory.object + entries * memory.entry;
  return Math.max(0, Math.floor((limits.isolateBytes.value - fixed) / each));
}

function limit(name, used, most, mend) {
  return { name, used, most, share: most === 0 ? Number.POSITIVE_INFINITY : used / most, mend };
}
