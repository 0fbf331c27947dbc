/**
 * The line on which each value of a JSON text begins, by its path: `team.engineers.0.name`. Expects a text that
 * JSON.parse takes.
 */
export function jsonLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;
  value([]);
  return lines;

  function value(path: readonly string[]): void {
    space();
    lines.set(path.join("."), line);
    if (text[at] === "{") members(path);
    else if (text[at] === "[") items(path);
    else if (text[at] === '"') string();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at++;
  }

  function members(path: readonly string[]): void {
    for (at++, space(); at < text.length && text[at] !== "}"; separator()) {
      space();
      const key = [...path, string()];
      const keyLine = line;
      space();
      at++; // the colon
      value(key);
      lines.set(key.join("."), keyLine);
    }
    at++;
  }

  function items(path: readonly string[]): void {
    at++;
    space();
    for (let index = 0; at < text.length && text[at] !== "]"; index++, separator())
      value([...path, String(index)]);
    at++;
  }

  function separator(): void {
    space();
    if (text[at] === ",") at++;
    space();
  }

  function string(): string {
    const start = at++;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    return String(JSON.parse(text.slice(start, ++at)));
  }

  function space(): void {
    for (; /\s/.test(text[at] ?? ""); at++) if (text[at] === "\n") line++;
  }
}

/** Where a text stops being JSON, and why. Undefined: it is JSON. */
export function syntaxFault(text: string): { readonly line: number; readonly why: string } | undefined {
  const message = messageOf(text);
  if (message === undefined) return undefined;
  const before = text.slice(0, positionIn(message) ?? firstWrong(text));
  return { line: before.split("\n").length, why: message.replace(/, (?:\.\.\.)?".*$/s, "") };
}

/** Not every message names a place: then it is at the end of the first lines that cannot be continued. */
function firstWrong(text: string): number {
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1))
    if (!isCutOff(text.slice(0, end))) return end;
  return text.length;
}

function isCutOff(text: string): boolean {
  const message = messageOf(text);
  if (message === undefined || /end of JSON input|Unterminated string/.test(message)) return true;
  return (positionIn(message) ?? -1) >= text.trimEnd().length;
}

function positionIn(message: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position);
}

function messageOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
