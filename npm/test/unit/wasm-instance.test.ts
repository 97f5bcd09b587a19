/** Instances that trap (BX-02). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { instantiate } from "../../src/wasm-instance.ts";

/** A module that exports `trap`, which traps, and `seven`. */
const TRAPPING = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7f],
  ...[0x03, 0x03, 0x02, 0x00, 0x00],
  ...[0x07, 0x10, 0x02, 0x04, 0x74, 0x72, 0x61, 0x70, 0x00, 0x00],
  ...[0x05, 0x73, 0x65, 0x76, 0x65, 0x6e, 0x00, 0x01],
  ...[0x0a, 0x0a, 0x02, 0x03, 0x00, 0x00, 0x0b, 0x04, 0x00, 0x41, 0x07, 0x0b],
);

interface Exports {
  trap(): number | undefined;
  seven(): number | undefined;
}

function newInstance() {
  let exports = {} as Exports;
  const glue = () => ({
    __wbg_set_wasm: (given: object) => {
      exports = given as Exports;
    },
  });
  const { fault } = instantiate(glue, new WebAssembly.Module(TRAPPING));
  return { exports, fault };
}

test("BX-02 a trap ends its instance: later calls do nothing, and other instances go on", async () => {
  const [first, second] = [newInstance(), newInstance()];
  const told: Error[] = [];
  first.fault.onceHappened((reason) => told.push(reason));
  assert.equal(first.exports.seven(), 7);
  assert.equal(first.exports.trap(), undefined);
  assert.ok(first.fault.reason instanceof WebAssembly.RuntimeError);
  assert.equal(first.exports.seven(), undefined);
  await setImmediate();
  assert.deepEqual(told, [first.fault.reason]);
  assert.deepEqual([second.exports.seven(), second.fault.reason], [7, null]);
});

test("BX-02 whoever waits for an instance is told of its trap", async () => {
  const { exports, fault } = newInstance();
  const waiting = fault.during(() => new Promise(() => {}));
  const answered = await fault.during(async () => exports.seven());
  assert.equal(answered, 7);
  const trapping = fault.during(() => exports.trap());
  await assert.rejects(waiting, WebAssembly.RuntimeError);
  await assert.rejects(trapping, WebAssembly.RuntimeError);
  await assert.rejects(
    fault.during(() => 1),
    WebAssembly.RuntimeError,
  );
});
