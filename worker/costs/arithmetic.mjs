// The arithmetic of a deployment: measured figures × assumptions about a user × prices. Pure, so that tests check it.

const DAYS = 30;
const SECONDS_OF_DAY = 86_400;
/** A heartbeat's period, in seconds. */
const HEARTBEAT = 30;
const GB = 1_000_000_000;
/** Bytes that an empty database takes. */
const EMPTY_DATABASE = 12_000;
/** Requests of a page or program around a run: it begins, is followed, and its result is fetched. */
const REQUESTS_OF_RUN = 3;
/** Requests of a visit that the Worker answers itself: the page, and what the deployment has. */
const REQUESTS_OF_VISIT = 2;

/** What all users together use in a month, and what is kept at its end. */
export function usage(users, assumptions, measured, prices) {
  const active = users * assumptions.active * DAYS;
  const day = dayOf(assumptions, measured);
  const month = Object.fromEntries(
    Object.entries(day).map(([meter, amount]) => [meter, amount * active]),
  );
  const kv = users > usersOfSecret(measured, prices);
  return {
    objects: users,
    ...month,
    objectGbSeconds: month.objectSeconds * prices.limits.objectGbOfMemory.value,
    kvReads: kv ? month.workerRequests : 0,
    neurons:
      assumptions.embedder === "workers-ai"
        ? (month.embeddedTokens / 1_000_000) * prices.embedding.neuronsPerMillionTokens
        : 0,
    storedGb: (users * bytesOfUser(assumptions, measured)) / GB,
  };
}

/** What one active user uses on a day. */
export function dayOf(assumptions, measured) {
  const { runs, recalls, observes, proxied, openings, visits, steps } = assumptions;
  const requests = recalls + observes + runs * REQUESTS_OF_RUN;
  const answered = requests + visits * REQUESTS_OF_VISIT;
  const beats = runs * Math.ceil(secondsOfRun(assumptions, measured) / HEARTBEAT);
  const embeddings = embeddingsOf(assumptions);
  const embeddingCpu = assumptions.embedder === "minilm" ? measured.embedding.cpu * embeddings : 0;
  const { front, proxy } = measured.calls;
  return {
    workerRequests: answered + proxied,
    objectRequests: requests + beats,
    subrequests: proxied + 2 * runs * steps,
    workerCpuMilliseconds: proxied * proxy.cpu + answered * front.cpu,
    objectCpuMilliseconds: inObject("cpu", assumptions, measured) + embeddingCpu,
    objectSeconds:
      (inObject("wall", assumptions, measured) + embeddingCpu) / 1000 +
      runs * steps * assumptions["step-seconds"] +
      openings * assumptions.linger,
    rowsRead: inObject("rowsRead", assumptions, measured),
    // Setting an alarm is one row, as is taking it back.
    rowsWritten: inObject("rowsWritten", assumptions, measured) + beats + runs,
    embeddings,
    embeddedTokens: embeddings * assumptions.tokens,
    neo4jWrites: runs * assumptions["neo4j-writes"],
    runMoney: runs * assumptions["run-price"],
  };
}

/** A figure of all that a user's object does on a day. */
function inObject(figure, assumptions, { calls, open, run, step }) {
  const { entries, runs, steps } = assumptions;
  const each = [
    [assumptions.recalls, calls.recall],
    [assumptions.observes, calls.observe],
    [assumptions.openings, open],
    [runs, run],
    [runs * steps, step],
  ];
  return each.reduce((sum, [times, work]) => sum + times * figureOf(work, figure, entries), 0);
}

/** A figure of a piece of work; some grow with the memories that a user keeps. */
function figureOf(work, figure, entries) {
  return work[figure] + (work.perEntry?.[figure] ?? 0) * entries;
}

/** Texts that are embedded: each that is observed or recalled for, and one for each step of a run. */
function embeddingsOf({ embedder, recalls, observes, runs, steps }) {
  return embedder === "none" ? 0 : recalls + observes + runs * steps;
}

/** Seconds from a run's beginning to its end. */
function secondsOfRun(assumptions, { run, step }) {
  return run.wall / 1000 + assumptions.steps * (assumptions["step-seconds"] + step.wall / 1000);
}

/** Bytes that are kept of a user. */
export function bytesOfUser(assumptions, { bytes }) {
  const { entries, steps } = assumptions;
  const run = bytes.run + steps * bytes.step;
  return EMPTY_DATABASE + entries * bytes.entry + assumptions["runs-kept"] * run;
}

/** Users whose names and hashes the secret USERS holds. */
export function usersOfSecret({ bytes }, { limits }) {
  return Math.floor(limits.secretBytes.value / bytes.userOfSecret);
}

/** Dollars of a month, for each meter, for the plan, and in all. */
export function bill(used, prices) {
  const lines = Object.fromEntries(
    Object.entries(prices.meters).map(([meter, { included, price, per }]) => [
      meter,
      (Math.max(0, (used[meter] ?? 0) - included) / per) * price,
    ]),
  );
  const platform = prices.plan.month + Object.values(lines).reduce((sum, line) => sum + line, 0);
  return { lines, plan: prices.plan.month, platform, models: used.runMoney ?? 0 };
}

/** A mean of a month as the busiest second's. */
export function atPeak(ofMonth, { peak }) {
  return (ofMonth / (DAYS * SECONDS_OF_DAY)) * peak;
}

/** The largest number of users for whom the free plan suffices, and what ends first. */
export function freePlan(assumptions, measured, prices) {
  const day = dayOf(assumptions, measured);
  const { requestsPerDay, rowsWrittenPerDay, objectGbSecondsPerDay } = prices.free;
  const gbSeconds = day.objectSeconds * prices.limits.objectGbOfMemory.value;
  const ends = [
    ["requests a day", requestsPerDay.value / day.workerRequests],
    ["rows written a day", rowsWrittenPerDay.value / day.rowsWritten],
    ["GB-seconds a day", objectGbSecondsPerDay.value / gbSeconds],
  ];
  const [what, active] = ends.reduce((first, other) => (other[1] < first[1] ? other : first));
  return { users: Math.floor(active / assumptions.active), what };
}
