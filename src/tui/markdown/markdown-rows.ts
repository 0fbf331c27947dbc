import { lexer, type Token, type Tokens } from "marked";
import { colourCode } from "../../core/views/code/colour-code.ts";
import { languageNamed } from "../../core/views/code/language.ts";
import { paintSpans, type Span } from "../../core/views/code/spans.ts";
import { plainText } from "../../core/views/plain-text.ts";
import type { Paint, Style } from "../../core/views/rows/theme.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { wrapSpans } from "./wrap-spans.ts";

/** A longer text is shown as it is. */
const most = 20_000;

/**
 * Markdown of a member as rows of at most this width. The text went through `plainText`; nothing that can be hidden in
 * it, such as the name of a link's target, is left out, and nothing that it says is decoded.
 */
export function markdownRows(text: string, width: number, paint: Paint): readonly string[] {
  if (text.length > most || width === Number.POSITIVE_INFINITY) return wrap(text, width);
  return blockRows(lexer(text), Math.max(4, width), paint);
}

function blockRows(tokens: readonly Token[], width: number, paint: Paint): readonly string[] {
  return tokens.flatMap((token) => rowsOf(token, width, paint));
}

function rowsOf(token: Token, width: number, paint: Paint): readonly string[] {
  switch (token.type) {
    case "space":
      return [""];
    case "heading":
      return spanRows(inline(token.tokens ?? [], "bold"), width, paint);
    case "paragraph":
    case "text":
      return spanRows(token.tokens ? inline(token.tokens) : [{ text: token.raw.trimEnd() }], width, paint);
    case "code":
      return codeRows(token.text, token.lang ?? "", width, paint);
    case "blockquote":
      return blockRows(token.tokens ?? [], width - 2, paint).map((row) => `${paint("dim", "│")} ${row}`);
    case "list":
      // Narrowed by hand: the lexer's own type for tokens of extensions has every `type`.
      return listRows(token as Tokens.List, width, paint);
    case "hr":
      return [paint("dim", "─".repeat(Math.min(12, width)))];
    default:
      return wrap(token.raw.trimEnd(), width);
  }
}

function listRows({ items, ordered, start }: Tokens.List, width: number, paint: Paint): readonly string[] {
  return items.flatMap(({ tokens, task, checked }, index) => {
    const box = task ? `[${checked ? "x" : " "}] ` : "";
    const sign = `${ordered ? `${Number(start || 1) + index}.` : "-"} ${box}`;
    const indent = " ".repeat(sign.length);
    const own = blockRows(
      tokens.filter(({ type }) => type !== "checkbox"),
      Math.max(4, width - sign.length),
      paint,
    );
    return (own.length === 0 ? [""] : own).map((row, place) =>
      `${place === 0 ? sign : indent}${row}`.trimEnd(),
    );
  });
}

function codeRows(text: string, lang: string, width: number, paint: Paint): readonly string[] {
  const language = languageNamed(lang.split(/\s/)[0] ?? "");
  const bar = `${paint("dim", "│")} `;
  let inside = 0;
  return text.split("\n").flatMap((line) => {
    const coloured = colourCode(line, language, inside);
    inside = coloured.inside;
    return wrapSpans(coloured.spans, width - 2).map((row) => bar + paintSpans(row, paint));
  });
}

function spanRows(spans: readonly Span[], width: number, paint: Paint): readonly string[] {
  const harmless = spans.map((span) => ({ ...span, text: plainText(span.text) }));
  return wrapSpans(harmless, width).map((row) => paintSpans(row, paint));
}

function inline(tokens: readonly Token[], style?: Style): readonly Span[] {
  const plain = (text: string): Span => (style === undefined ? { text } : { text, style });
  return tokens.flatMap((token): readonly Span[] => {
    switch (token.type) {
      case "strong":
      case "em":
        return inline(token.tokens ?? [], "bold");
      case "codespan":
        return [{ text: token.text, style: "string" }];
      case "link":
        return [...inline(token.tokens ?? [], style), ...targetOf(token as Tokens.Link)]; // as with lists
      case "br":
        return [{ text: "\n" }];
      case "text":
        // The lexer's `text` decodes `&#27;`.
        return token.tokens ? inline(token.tokens, style) : [plain(token.raw)];
      case "escape":
        return [plain(token.text)];
      default:
        return [plain(token.raw)];
    }
  });
}

/** Where a link leads is said, unless it says so itself. */
function targetOf({ href, text }: Tokens.Link): readonly Span[] {
  return href === text ? [] : [{ text: ` (${href})`, style: "dim" }];
}
