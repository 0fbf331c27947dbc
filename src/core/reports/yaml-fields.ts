import { dedent, indentOf } from "./found-tests.ts";

/** The fields of the YAML below a TAP result, as far as runners write it: words, quoted texts, and blocks behind `|-`. */
export function yamlFields(lines: readonly string[]): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  const body = shifted(lines.filter((line) => !/^\s*(?:---|\.\.\.)\s*$/.test(line)));
  for (let index = 0; index < body.length; index += 1) {
    const line = body[index] ?? "";
    const [, spaces = "", key, value] = /^( *)(\w+):(?: +(.*))?$/.exec(line) ?? [];
    if (key === undefined) continue;
    // Vitest writes its error as a map one level deeper.
    if (spaces.length > 0 && !["name", "message"].includes(key)) continue;
    const { text, next } = fieldAt(body, index, spaces.length, value ?? "");
    fields[key] ??= text;
    index = next;
  }
  return fields;
}

/** The first field says how deep the block stands. Lines of a quoted text may stand further left. */
function shifted(lines: readonly string[]): readonly string[] {
  const base = indentOf(lines.find((line) => line.trim() !== "") ?? "");
  return lines.map((line) => (indentOf(line) >= base ? line.slice(base) : line));
}

function fieldAt(
  body: readonly string[],
  index: number,
  indent: number,
  value: string,
): { readonly text: string; readonly next: number } {
  if (/^[|>][+-]?$/.test(value)) {
    let next = index;
    while (next + 1 < body.length && belongs(body[next + 1] ?? "", indent)) next += 1;
    return {
      text: dedent(body.slice(index + 1, next + 1))
        .join("\n")
        .trimEnd(),
      next,
    };
  }
  if (/^"/.test(value)) return quoted(body, index, value);
  // Node takes these for a path with both other kinds of quotes.
  const [, literal] = /^`(.*)`$/.exec(value) ?? [];
  if (literal !== undefined) return { text: literal, next: index };
  return { text: value.replace(/^'(.*)'$/, "$1").replaceAll("''", "'"), next: index };
}

function belongs(line: string, indent: number): boolean {
  return line.trim() === "" || indentOf(line) > indent;
}

/** A text between double quotes may go on over several lines. */
function quoted(
  body: readonly string[],
  index: number,
  value: string,
): { readonly text: string; readonly next: number } {
  const parts = [value.slice(1)];
  let next = index;
  while (!endsText(parts.at(-1) ?? "") && next + 1 < body.length) {
    next += 1;
    parts.push(body[next] ?? "");
  }
  const text = parts
    .join("\n")
    .replace(/"\s*$/, "")
    .replace(/\\(["\\])/g, "$1");
  return { text, next };
}

function endsText(part: string): boolean {
  return /(?:^|[^\\])"\s*$/.test(part);
}
