// Makes `simplified.bin`, the table of `src/text/simplified.rs`, from the Unihan database.
//
//   node crates/memory/tables/simplified.mjs FOLDER
//
// FOLDER holds Unihan_Variants.txt, Unihan_IRGSources.txt and Unihan_OtherMappings.txt. Source of the committed
// table: Unicode 15.0.0, as Debian's package unicode-data 15.0.0-1 ships it (/usr/share/unicode, unpacked by bunzip2).
//
// Pairs of two kinds, all within U+4E00 to U+9FFF, so that a text keeps its length in bytes:
// 1. a character, and the first of its kSimplifiedVariant that GB 2312 (kGB0) has;
// 2. a character of the International Ideographs Core (kIICore) outside GB 2312, and what its kZVariant or
//    kSemanticVariant is simplified to, or is itself where GB 2312 has it; one of the core is preferred.
//
// Format: the distance of each character from the one before it, less one; then the distance of each simplified
// character from the one before it, in zigzag. All are LEB128.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FIRST = 0x4e00;
const LAST = 0x9fff;
const folder = process.argv[2] ?? "/usr/share/unicode";

/** The values of properties, by property and character. */
function properties(file, names) {
  const found = new Map(names.map((name) => [name, new Map()]));
  for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [character, name, value] = line.split("\t");
    found.get(name)?.set(Number.parseInt(character.slice(2), 16), value);
  }
  return found;
}

const variants = properties("Unihan_Variants.txt", [
  "kSimplifiedVariant",
  "kZVariant",
  "kSemanticVariant",
]);
const core = properties("Unihan_IRGSources.txt", ["kIICore"]).get("kIICore");
const gb = properties("Unihan_OtherMappings.txt", ["kGB0"]).get("kGB0");

/** The variants of a character. */
const of = (name, character) =>
  (variants.get(name).get(character) ?? "")
    .split(" ")
    .filter(Boolean)
    .map((one) => Number.parseInt(one.split("<")[0].slice(2), 16));

const pairs = new Map();
for (let character = FIRST; character <= LAST; character += 1) {
  const simplified = of("kSimplifiedVariant", character);
  const known = simplified.find((one) => one !== character && gb.has(one));
  if (known) pairs.set(character, known);
}
const others = new Map();
for (let character = FIRST; character <= LAST; character += 1) {
  if (pairs.has(character) || gb.has(character) || !core.has(character)) continue;
  const alike = [...of("kZVariant", character), ...of("kSemanticVariant", character)]
    .map((one) => pairs.get(one) ?? one)
    .filter((one) => gb.has(one));
  const best = alike.find((one) => core.has(one)) ?? alike[0];
  if (best) others.set(character, best);
}
for (const [character, simplified] of others) pairs.set(character, simplified);
for (const [character, simplified] of pairs) {
  if (pairs.has(simplified)) throw new Error(`U+${character.toString(16)} leads on`);
}

const bytes = [];
const write = (number) => {
  let rest = number;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  bytes.push(rest);
};
const sorted = [...pairs].sort(([a], [b]) => a - b);
let before = FIRST - 1;
for (const [character] of sorted) {
  write(character - before - 1);
  before = character;
}
before = FIRST;
for (const [, simplified] of sorted) {
  const distance = simplified - before;
  write(distance < 0 ? -2 * distance - 1 : 2 * distance);
  before = simplified;
}
writeFileSync(new URL("simplified.bin", import.meta.url), Uint8Array.from(bytes));
console.log(`${sorted.length} pairs, ${bytes.length} bytes`);
