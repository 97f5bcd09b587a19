import { describe, expect, it } from "vitest";
import type { Answer, Citation } from "../../src/bank/types.ts";
import { en } from "../../src/text/en.ts";
import { reportOf } from "../../src/views/report.ts";

const CITATION: Citation = {
  number: 1,
  nodeId: "n",
  entryId: "e",
  document: "a<b>.md",
  title: null,
  published: null,
  trust: "given",
  doubts: [],
  headings: ["Height"],
  quote: "It is **42 m**\ntall.",
  chars: { start: 0, end: 20 },
  bytes: { start: 0, end: 20 },
};

function answer(name: string, text: string, parts: Partial<Answer> = {}): Answer {
  return {
    found: true,
    text,
    statements: [],
    citations: [CITATION],
    confidence: 1,
    disputes: [],
    trust: "given",
    flags: [],
    engine: { name, description: "who answers" },
    ...parts,
  };
}

const reported = (told: Answer, verdict: string | null = null) =>
  reportOf({ question: "How tall?", verdict, answer: told }, en);

/** BX-08: an answer as a report in Markdown. */
describe("a report (BX-08)", () => {
  it("has the question, the answer, its author and its sources", () => {
    const report = reported(answer("extractive", "It is 42 m. [1]\n1. It is _old_. [1]"));
    expect(report).toBe(
      [
        "# How tall?",
        "It is 42 m. [1]\n\n1\\. It is \\_old\\_. [1]",
        "*who answers*",
        "## Quotations",
        "1. “It is \\*\\*42 m\\*\\* tall.” — a\\<b\\>.md › Height\n",
      ].join("\n\n"),
    );
  });

  it("keeps a model's form, and none of its links and HTML", () => {
    const text =
      "- **42 m** [1], `Vec<T>` <script>x</script> [more](https://evil.example)\n\n[1]: https://evil.example";
    const report = reported(answer("m", text));
    expect(report).toContain(
      "- **42 m** [1], `Vec<T>` \\<script>x\\</script> [more\\](https\\://evil.example)\n\n[1\\]: https\\://",
    );
  });

  it("tells disputes, and what no source has", () => {
    const disputed = {
      conflict: null,
      sides: null,
      description: "42 or 44",
      status: "open" as const,
      grounds: "",
    };
    const report = reported(
      answer("m", "42 m [1].", { disputes: [disputed], flags: ["https://x.example"] }),
    );
    expect(report).toContain(`## ${en.answer.disputes}\n\n- 42 or 44`);
    expect(report).toContain(`## ${en.answer.flags}\n\n- https\\://x.example`);
  });

  it.each([
    ["an escape that is there", "\\<b> [x\\](https://e)", "\\<b> [x\\](https\\://e)"],
    ["a fence in a line", "a ``` b <i>", "a ``` b \\<i>"],
    ["another fence's marks", "~~~\n```\n~~~\n<i>", "~~~\n```\n~~~\n\\<i>"],
    ["code over two lines", "`a\nb<T>` <i> `c`", "`a\nb<T>` \\<i> `c`"],
    ["an address and a mail", "www.e.example a@e.example", "www\\.e.example a\\@e.example"],
  ])("makes nothing of %s", (_, text, safe) => {
    expect(reported(answer("m", text))).toContain(safe);
  });

  it("tells why an answer is none, and links the pages that were read", () => {
    const page = { ...CITATION, document: "https://lights.example/w", title: "Westby" };
    const told = answer("m", "No.", { found: false, citations: [page] });
    expect(reported(told, "Nothing was found")).toContain("**Nothing was found**");
    expect(reported(told)).toContain("<https://lights.example/w>");
  });
});
