import { describe, expect, it } from "vitest";
import { readDocuments } from "../../src/bank/documents.ts";
import { withDistinctNames } from "../../src/state/names.ts";
import type { DraftDocument } from "../../src/state/state.ts";

function file(name: string): DraftDocument {
  const blob = new Blob([name]);
  return { name, mediaType: "text/plain", size: blob.size, blob };
}

const PASTED: DraftDocument = { ...file("Pasted text"), pasted: true };

function names(documents: readonly { name: string }[]): string[] {
  return documents.map(({ name }) => name);
}

/** MB-24: a citation tells its document by name, so no two have the same. */
describe("names of documents (MB-24)", () => {
  it("are numbered where files have the same", () => {
    const added = withDistinctNames([file("x.txt")], [file("x.txt"), file("y.txt"), file("x.txt")]);
    expect(names(added)).toEqual(["x.txt", "x.txt (2)", "y.txt", "x.txt (3)"]);
  });

  it("pass over a number that a file has already", () => {
    const added = withDistinctNames([file("x.txt"), file("x.txt (2)")], [file("x.txt")]);
    expect(names(added).at(-1)).toBe("x.txt (3)");
  });

  it("count pasted texts in words of their own", () => {
    expect(names(withDistinctNames([PASTED], [PASTED]))).toEqual(["Pasted text", "Pasted text 2"]);
  });

  it("are distinct when they are sent, with the text of the field", async () => {
    const sent = await readDocuments(
      [file("x.txt"), file("x.txt"), PASTED],
      "typed",
      "Pasted text",
    );
    const { documents = [], images } = sent;
    expect(names(documents)).toEqual(["x.txt", "x.txt (2)", "Pasted text", "Pasted text 2"]);
    expect(images).toBeUndefined();
  });

  it("are images where their files are", async () => {
    const image = { ...file("x.png"), mediaType: "image/png" };
    const { documents, images = [] } = await readDocuments([image, file("x.txt")], "", "");
    expect([documents?.length, images.length]).toEqual([1, 1]);
    expect(images[0]).toMatchObject({ name: "x.png", mediaType: "image/png" });
  });
});
