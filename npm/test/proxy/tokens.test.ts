/** Access tokens: made, hashed, looked up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf, newToken, userWith } from "../../src/proxy.ts";

test("MB-21 tokens hold 256 random bits, and no two are the same", () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  for (const token of tokens) assert.match(token, /^amb_[\w-]{43}$/);
  assert.equal(new Set(tokens).size, tokens.length);
});

test("MB-21 a token's hash is its SHA-256 digest in hexadecimal", async () => {
  const expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.equal(await hashOf("abc"), expected);
});

test("MB-21 each user is found by the token of theirs, and nobody by another", async () => {
  const tokens = Array.from({ length: 20 }, newToken);
  const names = tokens.map((_, at) => (at === 3 ? "__proto__" : `user ${at}`));
  const hashes = await Promise.all(tokens.map(hashOf));
  const userOf = userWith(
    JSON.parse(`{${names.map((name, at) => `"${name}":"${hashes[at]?.toUpperCase()}"`).join()}}`),
  );
  for (const [at, token] of tokens.entries()) assert.equal(await userOf(token), names[at]);
  const others = [
    "",
    " ",
    hashes[0] ?? "",
    `${tokens[0]} `,
    (tokens[0] ?? "").slice(0, -1),
    "user 0",
  ];
  for (const other of [...others, newToken(), "a".repeat(10_000), "\u0000"]) {
    assert.equal(await userOf(other), null, other);
  }
  assert.equal(await userWith({})(tokens[0] ?? ""), null);
});

test("MB-21 users that cannot be told apart are refused, without their hashes", async () => {
  const hash = await hashOf("x");
  for (const users of [{ ann: hash, bob: hash.toUpperCase() }, { "": hash }, { ann: "abc" }]) {
    assert.throws(
      () => userWith(users),
      (thrown: Error & { code?: string }) => {
        assert.equal(thrown.code, "invalid_argument");
        assert.ok(!thrown.message.includes(hash));
        return true;
      },
    );
  }
  assert.throws(() => userWith({ ann: 5 as unknown as string }), { code: "invalid_argument" });
});
