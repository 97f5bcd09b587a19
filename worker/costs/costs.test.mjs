// The arithmetic of `npm run costs`, against figures that were worked out by hand.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { atPeak, bill, bytesOfUser, dayOf, freePlan, usage, usersOfSecret } from "./arithmetic.mjs";
import { ASSUMPTIONS, assumed } from "./assumptions.mjs";
import { limitsOf, mostEntries, usersInIsolate } from "./limits.mjs";
import { dollars, number, table } from "./tables.mjs";

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const prices = read("prices.json");

const work = (cpu, wall, rowsRead, rowsWritten) => ({ cpu, wall, rowsRead, rowsWritten });

/** Figures that are easy to reckon with. */
const MEASURED = {
  calls: {
    front: { cpu: 1, wall: 1 },
    proxy: { cpu: 2, wall: 9 },
    observe: work(10, 20, 0, 10),
    recall: { ...work(5, 10, 1, 0), perEntry: { cpu: 0.01, wall: 0.02 } },
  },
  open: { ...work(20, 40, 5, 0), perEntry: { rowsRead: 1 } },
  run: work(100, 1000, 2, 50),
  step: work(10, 1000, 0, 10),
  embedding: { cpu: 100 },
  bytes: { entry: 1000, run: 10_000, step: 1000, userOfSecret: 100 },
  memory: { isolate: 8_000_000, object: 5_000_000, entry: 1000, embedder: 40_000_000 },
};

/** A user who does a little of everything. */
const USER = assumed({
  ...{ active: "0.5", visits: "1", openings: "1", runs: "1", steps: "5", "step-seconds": "9" },
  ...{ recalls: "4", observes: "2", proxied: "3", linger: "10", entries: "100" },
  ...{ "runs-kept": "2", tokens: "10", peak: "4", embedder: "minilm", "run-price": "0.02" },
});

test("PL-02 what an active user uses on a day", () => {
  assert.deepEqual(dayOf(USER, MEASURED), {
    // 4 recalls, 2 observations, 3 requests of a run, 2 of a visit; 3 through the proxy.
    workerRequests: 14,
    // Without the visit's; a run of 51 s has two heartbeats.
    objectRequests: 11,
    // Two of each of 5 steps, and the proxy's.
    subrequests: 13,
    workerCpuMilliseconds: 3 * 2 + 11,
    // Recalls of 6 ms, observations, opening, the run, its steps; 11 texts of 100 ms.
    objectCpuMilliseconds: 24 + 20 + 20 + 100 + 50 + 1100,
    // Recalls of 12 ms; steps of 9 s and 1 s.
    objectSeconds: (48 + 40 + 40 + 1000 + 5000 + 1100) / 1000 + 45 + 10,
    rowsRead: 4 + 105 + 2,
    // Observations, the run, its steps; the alarm is set twice and taken back.
    rowsWritten: 20 + 50 + 50 + 3,
    embeddings: 11,
    embeddedTokens: 110,
    neo4jWrites: 1,
    runMoney: 0.02,
  });
});

test("PL-02 what users use in a month: half of them are active on each of 30 days", () => {
  const used = usage(10, USER, MEASURED, prices);
  assert.equal(used.objects, 10);
  assert.equal(used.workerRequests, 14 * 150);
  assert.equal(used.rowsWritten, 123 * 150);
  assert.ok(Math.abs(used.objectGbSeconds - 62.228 * 150 * 0.128) < 1e-6);
  assert.equal(bytesOfUser(USER, MEASURED), 12_000 + 100_000 + 2 * 15_000);
  assert.equal(used.storedGb, (10 * 142_000) / 1e9);
  assert.equal(used.neurons, 0);
});

test("PL-02 more users than the secret holds are looked up in KV, at each request", () => {
  assert.equal(usersOfSecret(MEASURED, prices), 50);
  assert.equal(usage(50, USER, MEASURED, prices).kvReads, 0);
  const used = usage(51, USER, MEASURED, prices);
  assert.equal(used.kvReads, used.workerRequests);
});

test("PL-02 neurons are counted for Workers AI, and CPU for the model in the isolate alone", () => {
  const remote = { ...USER, embedder: "workers-ai" };
  assert.equal(dayOf(remote, MEASURED).objectCpuMilliseconds, 214);
  const { neurons } = usage(2, remote, MEASURED, prices);
  assert.equal(neurons, ((110 * 30) / 1e6) * 1075);
  assert.equal(dayOf({ ...USER, embedder: "none" }, MEASURED).embeddings, 0);
});

test("PL-02 a bill: what is included is free, and the rest by its unit", () => {
  const { lines, platform, models } = bill(
    {
      workerRequests: 15e6,
      workerCpuMilliseconds: 105e6,
      rowsWritten: 50e6,
      storedGb: 6,
      runMoney: 3,
    },
    prices,
  );
  // The platform's own example: 15 million requests of 7 ms cost $8.
  assert.equal(lines.workerRequests, 1.5);
  assert.equal(lines.workerCpuMilliseconds, 1.5);
  assert.equal(lines.rowsWritten, 0);
  assert.ok(Math.abs(lines.storedGb - 0.2) < 1e-12);
  assert.ok(Math.abs(platform - 8.2) < 1e-12);
  assert.equal(models, 3);
});

test("PL-02 the platform's example of objects: 86.4 million seconds cost $133 beyond what is included", () => {
  const { lines } = bill({ objectGbSeconds: 86_400_000 * 0.128 }, prices);
  assert.ok(Math.abs(lines.objectGbSeconds - 10.6592 * 12.5) < 1e-9);
});

test("PL-02 limits: the most used is first", () => {
  const named = (users, user = USER) => {
    const used = usage(users, user, MEASURED, prices);
    return limitsOf(users, used, user, MEASURED, prices);
  };
  assert.equal(named(10)[0].name, "bytes of memory in an isolate, for one user");
  assert.equal(named(10)[0].used, 8e6 + 5e6 + 100_000 + 40e6);
  assert.deepEqual(
    named(10_000)
      .filter(({ share }) => share > 1)
      .map(({ name }) => name),
    ["users in the secret USERS"],
  );
  const many = named(10_000_000, { ...USER, embedder: "workers-ai" });
  assert.deepEqual(
    many.filter(({ share }) => share > 1).map(({ name }) => name),
    [
      "users in the secret USERS",
      "embeddings a minute of Workers AI",
      "writes a second to one Neo4j server",
    ],
  );
  const ofNeo4j = many.find(({ name }) => name.includes("Neo4j"));
  assert.ok(Math.abs(ofNeo4j.used - (5_000_000 / 86_400) * 4) < 1e-9);
});

test("PL-02 where an isolate's memory ends", () => {
  assert.equal(mostEntries(USER, MEASURED, prices), 75_000);
  assert.equal(mostEntries({ ...USER, embedder: "none" }, MEASURED, prices), 115_000);
  assert.equal(usersInIsolate(USER, MEASURED, prices), 15);
});

test("PL-02 the free plan ends with what is used up first", () => {
  const { users, what } = freePlan(USER, MEASURED, prices);
  // 100,000 rows of 123 for each active user; GB-seconds would last for more.
  assert.deepEqual(
    { users, what },
    { users: Math.floor(100_000 / 123 / 0.5), what: "rows written a day" },
  );
});

test("a mean at its peak", () => {
  assert.equal(atPeak(30 * 86_400, { peak: 5 }), 5);
});

test("assumptions that are wrong are refused by name", () => {
  for (const flags of [
    { runz: "1" },
    { runs: "-1" },
    { runs: "" },
    { runs: "x" },
    { active: "2" },
    { embedder: "x" },
  ]) {
    assert.throws(() => assumed(flags), new RegExp(Object.keys(flags)[0]));
  }
  assert.equal(assumed().runs, ASSUMPTIONS.runs.value);
});

test("numbers and tables", () => {
  assert.deepEqual([0, 0.001234, 5, 1234.5, 1e9].map(number), [
    "0",
    "0.00123",
    "5",
    "1,235",
    "1,000,000,000",
  ]);
  assert.deepEqual([0, 0.00123, 0.5, 1234567.891].map(dollars), [
    "0",
    "$0.0012",
    "$0.50",
    "$1,234,567.89",
  ]);
  assert.equal(table(["a", "bb"], [["ccc", 1]]), "a    bb\n-------\nccc   1");
});

test("PL-02 every price and limit has the page that it is from", () => {
  assert.match(prices.asOf, /^\d{4}-\d\d-\d\d$/);
  const all = [
    prices.plan,
    prices.embedding,
    ...Object.values(prices.meters),
    ...Object.values(prices.limits),
  ];
  for (const { source } of [...all, ...Object.values(prices.free)]) {
    assert.match(source, /^https:\/\/developers\.cloudflare\.com\//);
  }
});

test("PL-02 the command prints three sizes from the measured figures, and refuses wrong flags", () => {
  const script = fileURLToPath(new URL("run.mjs", import.meta.url));
  const run = (...words) =>
    execFileSync(process.execPath, [script, ...words], { encoding: "utf8", stdio: "pipe" });
  const printed = run();
  for (const size of ["10 users", "10,000 users", "10,000,000 users"])
    assert.ok(printed.includes(size));
  assert.match(printed, /the platform, each user/);
  const [{ users, used }] = JSON.parse(run("--users", "7", "--runs", "0", "--json"));
  assert.deepEqual([users, used.neo4jWrites], [7, 0]);
  for (const words of [
    ["--users", "0"],
    ["--runs", "many"],
    ["--runz", "1"],
  ]) {
    assert.throws(() => run(...words), /Command failed/);
  }
});
