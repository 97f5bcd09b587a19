/** Objects that are freed once no call of them is under way. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClosableUse } from "../../src/closable-use.ts";
import { deferred } from "../../src/deferred.ts";

test("MB-26 a closed task is freed once, after its last call, and refuses further ones", async () => {
  let freed = 0;
  const use = new ClosableUse(() => {
    freed += 1;
  });
  const { promise, resolve } = deferred<void>();
  const call = use.during(() => promise);
  use.close();
  use.close();
  assert.equal(freed, 0);
  await assert.rejects(
    use.during(async () => {}),
    { code: "closed" },
  );
  resolve();
  await call;
  assert.equal(freed, 1);
});
