/** A key in what a service sends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Redaction } from "../../src/proxy/redaction.ts";

const KEY = "sk-Ab/9+0123456789";
const encoder = new TextEncoder();

/** What is handed on of a text that comes in pieces of this length. */
function told(text: string, length: number, key = KEY, isSuccess = true): string {
  const bytes = encoder.encode(text);
  const redaction = new Redaction(key, isSuccess);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length) {
    pieces.push(redaction.push(bytes.slice(at, at + length)));
  }
  return Buffer.concat([...pieces, redaction.finish()]).toString();
}

const escapedWhole = [...KEY].map(
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
const percentWhole = [...KEY].map(
  (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
);

for (const [what, spelt] of [
  ["as it is", KEY],
  ["in other capitals", KEY.toUpperCase()],
  ["in JSON", KEY.replace("/", "\\/")],
  ["in an address", encodeURIComponent(KEY)],
  ["with each letter escaped", escapedWhole.join("")],
  ["with each letter percent-encoded", percentWhole.join("")],
  ["with some letters escaped", KEY.replace("b", "\\u0062").replace("9", "%39")],
] as const) {
  test(`MB-21 a key that a service quotes ${what} is taken out, wherever pieces end`, () => {
    const text = `{"error": "no sk-such key: ${spelt}, nor ${spelt}${spelt}"}`;
    for (let length = 1; length <= text.length; length += 1) {
      assert.equal(told(text, length), '{"error": "no sk-such key: …, nor ……"}', `${length}`);
    }
  });
}

test("MB-21 what only resembles a key stays, to the last letter", () => {
  for (const text of [
    KEY.slice(0, -1),
    `${KEY.slice(0, 5)} ${KEY.slice(5)}`,
    "\\u007",
    "%7",
    "100% of s",
    "ssss\\\\s",
    "%zz\\uzzzz",
    "由 AWS 提供 sk",
  ]) {
    for (let length = 1; length <= text.length; length += 1) assert.equal(told(text, length), text);
  }
});

test("MB-21 a key may follow its own beginning", () => {
  const text = `sk-A${KEY} s${KEY}`;
  for (let length = 1; length <= text.length; length += 1)
    assert.equal(told(text, length), "sk-A… s…");
});

test("MB-21 a word for a key that is not needed is taken out of failures alone", () => {
  assert.equal(told("ollama runs llamas", 4, "ollama"), "ollama runs llamas");
  assert.equal(told("bad key ollama", 4, "ollama", false), "bad key …");
});

test("MB-21 only what may be a key waits for the next piece", () => {
  const redaction = new Redaction(KEY, true);
  const pass = (text: string) => Buffer.from(redaction.push(encoder.encode(text))).toString();
  assert.equal(pass("data: one\n\n"), "data: one\n\n");
  assert.equal(pass("data: sk-A"), "data: ");
  assert.equal(pass("ha\n\n"), "sk-Aha\n\n");
  const without = new Redaction(undefined, true);
  const piece = encoder.encode(KEY);
  assert.equal(without.push(piece), piece);
  assert.equal(without.finish().length, 0);
});
