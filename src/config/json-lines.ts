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

/** The line that a message of JSON.parse speaks of. */
export function lineOfSyntaxError(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  const before = position === undefined ? text.trimEnd() : text.slice(0, Number(position));
  return before.split("\n").length;
}
