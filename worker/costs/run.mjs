// `npm run costs -- [--users 10,10000,10000000] [--ASSUMPTION VALUE]… [--json]`: what a deployment takes and costs.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bill, freePlan, usage } from "./arithmetic.mjs";
import { ASSUMPTIONS, assumed } from "./assumptions.mjs";
import { limitsOf, mostEntries, usersInIsolate } from "./limits.mjs";
import { dollars, number, percent, table } from "./tables.mjs";

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

/** What is used: the name of its meter, and what it is called. */
const METERS = {
  objects: "objects",
  workerRequests: "requests to the Worker",
  objectRequests: "requests to objects",
  subrequests: "subrequests",
  workerCpuMilliseconds: "CPU of the Worker, ms",
  objectCpuMilliseconds: "CPU in objects, ms (not billed)",
  objectGbSeconds: "duration of objects, GB-s",
  rowsRead: "rows read",
  rowsWritten: "rows written",
  storedGb: "stored, GB",
  kvReads: "KV reads",
  neurons: "neurons of Workers AI",
  neo4jWrites: "writes to Neo4j, if shared there",
};

/** All that is printed, as data. */
export function costs({ sizes, assumptions, measured, prices }) {
  return sizes.map((users) => {
    const used = usage(users, assumptions, measured, prices);
    const money = bill(used, prices);
    const limits = limitsOf(users, used, assumptions, measured, prices);
    return { users, used, money, limits };
  });
}

function printed(all, context) {
  const { assumptions, measured, prices } = context;
  const head = (title) => [title, ...all.map(({ users }) => `${number(users)} users`)];
  const row = (title, cell) => [title, ...all.map(cell)];
  const free = freePlan(assumptions, measured, prices);
  return [
    `Measured ${measured.asOf} on ${measured.machine}. Prices of ${prices.asOf}, in ${prices.currency}.`,
    "",
    table(
      head("in a month"),
      Object.entries(METERS).map(([meter, name]) => row(name, ({ used }) => number(used[meter]))),
    ),
    "",
    table(head("money in a month"), moneyRows(row, prices)),
    "",
    ...all.map(firstLimit),
    "",
    `Limit of objects for an account: none (${prices.limits.objects.source}).`,
    `An isolate's 128 MB hold ${number(usersInIsolate(assumptions, measured, prices))} users of ${number(assumptions.entries)} memories at once, or one user of ${number(mostEntries(assumptions, measured, prices))}.`,
    `The free plan carries ${number(free.users)} such users; ${free.what} end first. ${cpuOfFree(assumptions)}`,
    "",
    "Assumptions; each is a flag:",
    ...Object.entries(ASSUMPTIONS).map(
      ([name, { is }]) => `  --${name} ${assumptions[name]}  ${is}`,
    ),
  ].join("\n");
}

function moneyRows(row, prices) {
  const lines = Object.keys(prices.meters).map((meter) =>
    row(METERS[meter], ({ money }) => dollars(money.lines[meter])),
  );
  return [
    row("Workers Paid plan", ({ money }) => dollars(money.plan)),
    ...lines,
    row("the platform in all", ({ money }) => dollars(money.platform)),
    row("the platform, each user", ({ money, users }) => dollars(money.platform / users)),
    row("models and search (--run-price)", ({ money }) => dollars(money.models)),
  ];
}

/** The limits that are met, or the one that is nearest. */
function firstLimit({ users, limits }) {
  const met = limits.filter(({ share }) => share > 1);
  const shown = met.length > 0 ? met : limits.slice(0, 1);
  const told = shown.map(
    ({ name, used, most, share, mend }) =>
      `${name}: ${number(used)} of ${number(most)} (${percent(share)}); ${mend}`,
  );
  const verb = met.length > 0 ? "meets" : "meets no limit; nearest";
  return `${number(users)} users ${verb}: ${told.join("\n    then ")}`;
}

function cpuOfFree({ embedder }) {
  return embedder === "minilm"
    ? "Its 10 ms of CPU for a request do not carry the embedding model: use another embedder there."
    : "";
}

function context(values) {
  const { users, json, measured, ...flags } = values;
  const sizes = users.split(",").map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 1)) {
    throw new Error("users must be whole numbers, 1 or more, separated by commas");
  }
  const figures = measured ? JSON.parse(readFileSync(measured, "utf8")) : read("measured.json");
  return { sizes, assumptions: assumed(flags), measured: figures, prices: read("prices.json") };
}

function main() {
  const { values } = parseArgs({
    options: {
      users: { type: "string", default: "10,10000,10000000" },
      json: { type: "boolean" },
      measured: { type: "string" },
      ...Object.fromEntries(Object.keys(ASSUMPTIONS).map((name) => [name, { type: "string" }])),
    },
  });
  const given = context(values);
  const all = costs(given);
  console.log(values.json ? JSON.stringify(all, null, 2) : printed(all, given));
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  try {
    main();
  } catch (failure) {
    console.error(failure.message);
    process.exitCode = 2;
  }
}
