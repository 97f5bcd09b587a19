/** Trajectory memory on a Neo4j server: how it is named, and where its login goes (CG-09). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkPlaces, configurationOf } from "../../src/configuration.ts";
import { MemoryBankError } from "../../src/errors.ts";
import type { MemoryRequest } from "../../src/generated.ts";
import type { MemoryCalls, MemoryStep } from "../../src/memory-calls.ts";
import { MemoryPlaces } from "../../src/memory-places.ts";
import { Neo4jMemory, type Neo4jOptions } from "../../src/neo4j.ts";
import type { WasmMemory } from "../../src/wasm-modules.ts";

const PASSWORD = "open sesame";
const LOGIN = { url: "http://localhost:7474", password: PASSWORD };

test("CG-09 a server is named by its address and a password, and the rest has defaults", () => {
  const { neo4j } = configurationOf({ longTerm: { neo4j: LOGIN } });
  assert.deepEqual(neo4j, { ...LOGIN, database: "neo4j", user: "neo4j", timeout: 15_000 });
  const own = { ...LOGIN, database: "team.memory", user: "ann", timeout: 5 };
  assert.deepEqual(configurationOf({ longTerm: { neo4j: own } }).neo4j, own);
});

test("CG-09 the login is apart from the settings, which go to whichever tab has the store", () => {
  const longTerm = { neo4j: LOGIN, trajectories: { consolidateAfter: 3 } as never };
  const { neo4j, ...others } = configurationOf({ longTerm });
  assert.equal(neo4j?.password, PASSWORD);
  assert.deepEqual(others.longTerm, { trajectories: { consolidateAfter: 3 } });
  assert.doesNotMatch(JSON.stringify(others), /sesame|7474/);
});

const REFUSED: [Partial<Record<keyof Neo4jOptions, unknown>>, RegExp][] = [
  [{ url: "bolt://localhost:7687" }, /url of longTerm\.neo4j/],
  [{ url: "localhost:7474" }, /url of/],
  [{ url: `http://ann:${PASSWORD}@localhost:7474` }, /without name, password/],
  [{ url: "http://host/?x" }, /url of/],
  [{ url: undefined }, /url of/],
  [{ url: 7474 }, /url of longTerm\.neo4j must be a string/],
  [{ database: "../system" }, /database of/],
  [{ user: "a:b" }, /user of/],
  [{ password: "" }, /password of longTerm\.neo4j must be given/],
  [{ password: undefined }, /password of/],
  [{ password: 12345678 }, /password of longTerm\.neo4j must be a string/],
  [{ timeout: 0 }, /timeout of/],
  [{ timeout: 2 ** 31 }, /timeout of/],
  [{ pasword: "x" } as object, /unknown field "pasword".*did you mean "password"/],
];

for (const [wrong, message] of REFUSED) {
  test(`CG-09 a server named by ${JSON.stringify(Object.keys(wrong))} is refused: ${message.source}`, () => {
    const neo4j = { ...LOGIN, ...wrong } as unknown as Neo4jOptions;
    assert.throws(
      () => configurationOf({ longTerm: { neo4j } }),
      (thrown: unknown) => {
        assert.ok(thrown instanceof MemoryBankError);
        assert.equal(thrown.code, "invalid_argument");
        assert.match(thrown.message, message);
        assert.doesNotMatch(thrown.message, /sesame|12345678/);
        return true;
      },
    );
  });
}

test("CG-09 a server without a store is refused: what is kept of the user has no place", () => {
  const configuration = configurationOf({ longTerm: { neo4j: LOGIN } });
  assert.throws(() => checkPlaces(configuration, undefined), {
    code: "invalid_argument",
    message: /store/,
  });
  checkPlaces(configuration, {});
  checkPlaces(configurationOf({ longTerm: {} }), undefined);
});

/** Answers with its name, and notes what it was asked and with which settings. */
class Place implements MemoryCalls {
  readonly asked: [MemoryRequest, unknown][] = [];
  readonly #answer: unknown;

  constructor(answer: unknown) {
    this.#answer = answer;
  }

  async askMemory(request: MemoryRequest, settings: unknown): Promise<MemoryStep> {
    this.asked.push([request, settings]);
    if (this.#answer instanceof Error) throw this.#answer;
    return { done: this.#answer };
  }

  supplyMemory(): Promise<MemoryStep> {
    return assert.fail("nothing was needed");
  }
}

/** A server whose memory gives this answer, and the arguments that its wasm was given. */
function serverWith(answer: unknown) {
  const given: unknown[][] = [];
  class Trajectories {
    constructor(...login: unknown[]) {
      given.push(login);
    }
    async ask(): Promise<string> {
      if (answer instanceof Error) throw answer;
      return JSON.stringify({ done: answer });
    }
    free() {}
  }
  const login = { ...LOGIN, database: "neo4j", user: "ann", timeout: 5 };
  const Neo4jTrajectories = Trajectories as unknown as new () => WasmMemory;
  return { given, server: new Neo4jMemory(login, async () => ({ Neo4jTrajectories })) };
}

const DOWN = new MemoryBankError("server_unreachable", "it is down", { retryable: true });
const nothing = () => assert.fail("nothing was needed");

test("CG-09 what runs have taught is asked of the server, what is kept of the user of the store", async () => {
  const store = new Place("store");
  const { server, given } = serverWith("server");
  const places = new MemoryPlaces(store, server);
  const ask = (request: unknown) => places.answer(request as MemoryRequest, {}, nothing);
  for (const [request, place] of [
    [{ memory: "trajectories", op: "stats" }, "server"],
    [{ memory: "run", call: { call: "advise" } }, "server"],
    [{ memory: "run", call: { call: "escape" } }, "server"],
    [{ memory: "run", call: { call: "learn" } }, "server"],
    [{ memory: "run", call: { call: "observe" } }, "store"],
    [{ memory: "run", call: { call: "recall" } }, "store"],
    [{ memory: "hierarchy", op: "stats" }, "store"],
  ]) {
    assert.equal(await ask(request), place, JSON.stringify(request));
  }
  assert.deepEqual(given, [["http://localhost:7474", "neo4j", "ann", PASSWORD, 5, "{}"]]);
  assert.doesNotMatch(JSON.stringify(store.asked), /sesame/);
  const alone = new MemoryPlaces(store, null);
  const stats = { memory: "trajectories", op: "stats" } as MemoryRequest;
  assert.equal(await alone.answer(stats, {}, nothing), "store");
});

test("CG-09 what is due is done in both places, and in the one where the other is down", async () => {
  const upkeep = { memory: "upkeep", idle: true } as MemoryRequest;
  const ofRuns = { trajectories: { rounds: 0 }, trajectoryVectors: { embedded: 0 } };
  const kept = { ...ofRuns, reflection: "r", consolidation: "c", memoryVectors: { embedded: 3 } };
  const taught = { trajectories: { rounds: 7 }, trajectoryVectors: { embedded: 5 } };
  const both = new MemoryPlaces(new Place(kept), serverWith(taught).server);
  assert.deepEqual(await both.answer(upkeep, {}, nothing), {
    trajectories: { rounds: 7 },
    trajectoryVectors: { embedded: 5 },
    reflection: "r",
    consolidation: "c",
    memoryVectors: { embedded: 3 },
  });
  const vectors = { memory: "vectors" } as MemoryRequest;
  assert.deepEqual(await both.answer(vectors, {}, nothing), { ...kept, ...taught });
  const store = new Place(kept);
  const one = new MemoryPlaces(store, serverWith(DOWN).server);
  // What was done of the user's memory is told, beside what failed.
  assert.deepEqual(await one.answer(upkeep, {}, nothing), {
    ...kept,
    failure: { code: "server_unreachable", message: "it is down", retryable: true },
  });
  assert.equal(store.asked.length, 1);
  const neither = new MemoryPlaces(new Place(new Error("gone")), serverWith(DOWN).server);
  await assert.rejects(neither.answer(upkeep, {}, nothing), /gone/);
  // Nobody waits for vectors: those of the store are told, so that it goes on with them.
  assert.deepEqual(await one.answer(vectors, {}, nothing), kept);
});

test("CG-09 an artefact that cannot be loaded is loaded by the next call", async () => {
  let tried = 0;
  const { server } = serverWith("server");
  const login = { ...LOGIN, database: "neo4j", user: "ann", timeout: 5 };
  const load = async () => {
    tried += 1;
    if (tried === 1) throw new MemoryBankError("wasm_unreachable", "offline", { retryable: true });
    return { Neo4jTrajectories: class {} as unknown as new () => WasmMemory };
  };
  const memory = new Neo4jMemory(login, load);
  const stats = { memory: "trajectories", op: "stats" } as MemoryRequest;
  await assert.rejects(memory.askMemory(stats, {}), { code: "wasm_unreachable" });
  await assert.rejects(memory.askMemory(stats, {}), TypeError);
  assert.equal(tried, 2);
  await server.free();
});
