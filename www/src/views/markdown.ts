/** Text of a language model: its Markdown as elements, with a mark in place of each citation. */

import { Lexer, type Token, Tokenizer, type Tokens } from "marked";
import { shown } from "../text/shown.ts";
import { element } from "./element.ts";

/** Returns the mark in place of `[number]`, or `null` if the brackets, glued to this word, are no citation. */
export type MarkOf = (number: number, word: string) => Node | null;

/**
 * Reads paragraphs, lists, tables, emphasis and code. Links, pictures and HTML stay the text that was written: nothing
 * of it is followed or loaded. A definition of `[1]` makes no link of a citation.
 */
class TextTokenizer extends Tokenizer {
  /** One tilde is a range: 3~5. */
  override del(...given: Parameters<Tokenizer["del"]>) {
    return given[0].startsWith("~~") ? super.del(...given) : undefined;
  }
  override def(): undefined {}
  override reflink(): undefined {}
  override link(): undefined {}
  override autolink(): undefined {}
  override url(): undefined {}
  override html(): undefined {}
  override tag(): undefined {}
}

/** Returns the blocks of a Markdown text. */
export function markdown(text: string, markOf: MarkOf): HTMLElement[] {
  const plain = shown(text);
  const blocks = ofTokens(plain, (tokens) => blocksOf(tokens, markOf));
  return blocks ?? [element("p", { dir: "auto" }, plain)];
}

/** Returns what is code in a Markdown text, marks included, in its order. */
export function codeIn(text: string): string[] {
  return ofTokens(text, codeOf) ?? [];
}

/** Returns what is made of a text's tokens; `null` if they are nested deeper than the stack. */
function ofTokens<T>(text: string, made: (tokens: readonly Token[]) => T): T | null {
  const options = { gfm: true, breaks: true, tokenizer: new TextTokenizer() };
  try {
    return made(new Lexer(options).lex(text));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function codeOf(tokens: readonly Token[]): string[] {
  return (tokens as readonly Tokens.Generic[]).flatMap((token) => {
    if (token.type === "code" || token.type === "codespan") return [token.raw];
    const cells: Tokens.TableCell[] = [token.header ?? [], ...(token.rows ?? [])].flat();
    const inner = token.type === "table" ? cells : (token.items ?? [token]);
    return inner.flatMap(({ tokens }: { tokens?: Token[] }) => codeOf(tokens ?? []));
  });
}

function blocksOf(tokens: readonly Token[], markOf: MarkOf): HTMLElement[] {
  return tokens.flatMap((token) => blockOf(token as Tokens.Generic, markOf) ?? []);
}

function blockOf(token: Tokens.Generic, markOf: MarkOf): HTMLElement | null {
  const inlines = () => inlinesOf(token.tokens ?? [], markOf);
  switch (token.type) {
    case "space":
      return null;
    case "heading":
      return element("h3", { dir: "auto" }, ...inlines());
    case "code":
      return element("pre", { tabindex: 0 }, element("code", {}, String(token.text)));
    case "blockquote":
      return element("blockquote", { dir: "auto" }, ...blocksOf(token.tokens ?? [], markOf));
    case "hr":
      return element("hr");
    case "list":
      return list(token as Tokens.List, markOf);
    case "table":
      return table(token as Tokens.Table, markOf);
    default:
      return element("p", { dir: "auto" }, ...(token.tokens ? inlines() : [token.raw]));
  }
}

function list({ ordered, start, items }: Tokens.List, markOf: MarkOf): HTMLElement {
  const drawn = items.map((item) =>
    element("li", { dir: "auto" }, ...itemOf(item.tokens as Tokens.Generic[], markOf)),
  );
  return ordered
    ? element("ol", { start: start === "" ? null : start }, ...drawn)
    : element("ul", {}, ...drawn);
}

/** Text of an item stands in it as it is; other blocks are elements. */
function itemOf(tokens: readonly Tokens.Generic[], markOf: MarkOf): Node[] {
  return tokens.flatMap((token): Node[] => {
    if (token.type === "text") return inlinesOf(token.tokens ?? [token as Token], markOf);
    if (token.type === "checkbox") return [document.createTextNode(token.raw)];
    return [blockOf(token, markOf) ?? []].flat();
  });
}

function table({ header, rows }: Tokens.Table, markOf: MarkOf): HTMLElement {
  const cells = (tag: "td" | "th", row: readonly Tokens.TableCell[]) =>
    element(
      "tr",
      {},
      ...row.map(({ tokens }) => element(tag, { dir: "auto" }, ...inlinesOf(tokens, markOf))),
    );
  return element(
    "div",
    { class: "table", tabindex: 0 },
    element(
      "table",
      {},
      element("thead", {}, cells("th", header)),
      element("tbody", {}, ...rows.map((row) => cells("td", row))),
    ),
  );
}

function inlinesOf(tokens: readonly Token[], markOf: MarkOf): Node[] {
  return tokens.flatMap((token) => {
    const inner = () => inlinesOf((token as Tokens.Generic).tokens ?? [], markOf);
    switch (token.type) {
      case "strong":
        return [element("strong", {}, ...inner())];
      case "em":
        return [element("em", {}, ...inner())];
      case "del":
        return [element("del", {}, ...inner())];
      case "codespan":
        return [element("code", {}, (token as Tokens.Codespan).text)];
      case "br":
        return [element("br")];
      case "escape":
        return [document.createTextNode((token as Tokens.Escape).text)];
      default:
        return cited(token.raw, markOf);
    }
  });
}

/** A text with marks in place of its citations. */
function cited(text: string, markOf: MarkOf): Node[] {
  const parts = text.split(/\[(\d{1,3})\]/);
  return parts.flatMap((part, at): Node[] => {
    const isNumber = at % 2 === 1;
    const word = /\S*$/.exec(parts[at - 1] ?? "")?.[0] ?? "";
    const mark = isNumber ? markOf(Number(part), word) : null;
    if (mark !== null) return [mark];
    const told = isNumber ? `[${part}]` : part;
    return told === "" ? [] : [document.createTextNode(told)];
  });
}
