/** Something that cannot be read, with the number of its line, which counts from 1. */
export interface LineFault {
  readonly line: number;
  readonly reason: string;
}

/** A line that begins with a dash, and what is indented below it. */
export interface Point {
  readonly line: number;
  readonly text: string;
  readonly points: readonly Point[];
}

/** What stands below a heading: prose below one with `#`, points below one with `##`. */
export interface Part {
  readonly line: number;
  readonly level: 1 | 2;
  readonly heading: string;
  readonly prose: string;
  readonly points: readonly Point[];
}

/** Headings whose points have points of their own. Below others, an indented dash is text. */
const nested: readonly string[] = ["Requirements", "Findings"];

function isNested(heading: string): boolean {
  return nested.includes(partName(heading));
}

/** `Requirements, and what shows that they hold` is the part named Requirements. */
export function partName(heading: string): string {
  return heading.split(",")[0]?.trim() ?? "";
}

/** Prose as it stands below a heading: none of its lines is a heading or a comment. */
export function proseLines(text: string): string {
  return text.replace(/^(?=\\*(?:#{1,2}(?:\s|$)|<!--))/gm, "\\");
}

/** A point as it stands in a part: below its first line everything is indented. */
export function pointLines(text: string, depth: number, isIn: string): string {
  const own = isNested(isIn) ? text.replace(/\n(\s*?)(?=\\*[-*+](?:\s|$))/g, "\n$1\\") : text;
  const indent = "  ".repeat(depth);
  return `${indent}- ${own.replace(/\n(?=[^\n])/g, `\n${indent}  `)}`;
}

/** Reads Markdown of this one shape. Comments and blank lines between parts and points do not count. */
export function readMarkdown(text: string): {
  readonly parts: readonly Part[];
  readonly faults: LineFault[];
} {
  const reader = new Reader();
  for (const line of text.split(/\r\n?|\n/)) reader.take(line);
  return reader.ended();
}

interface OpenPoint {
  readonly line: number;
  readonly depth: number;
  readonly lines: string[];
  readonly points: OpenPoint[];
}

interface OpenPart extends Omit<Part, "prose" | "points"> {
  readonly prose: string[];
  readonly points: OpenPoint[];
}

class Reader {
  private readonly parts: OpenPart[] = [];
  private readonly faults: LineFault[] = [];
  private line = 0;
  private comment = 0;
  private point: OpenPoint | undefined;
  private blanks = 0;

  take(line: string): void {
    this.line += 1;
    if (this.inComment(line)) return;
    const part = this.parts.at(-1);
    const heading = /^(#{1,6})(?:\s+(.*))?$/.exec(line);
    const level = heading?.[1]?.length ?? 0;
    if (level === 1 || level === 2) this.begin(level, heading?.[2] ?? "");
    else if (part?.level === 1) part.prose.push(line.replace(/^\\(?=\\*(?:#{1,2}(?:\s|$)|<!--))/, ""));
    else if (line.trim() === "") this.blanks += 1;
    else if (!part) this.fault("this stands before the first heading");
    else if (level > 0) this.fault(`there is no part "${line}" here`);
    else this.takeIn(part, line);
  }

  ended(): { readonly parts: readonly Part[]; readonly faults: LineFault[] } {
    if (this.comment > 0)
      this.faults.push({ line: this.comment, reason: "this comment has no end; it ends with -->" });
    const parts = this.parts.map((part) => ({
      ...part,
      prose: part.prose.join("\n"),
      points: part.points.map(closed),
    }));
    return { parts, faults: this.faults };
  }

  private inComment(line: string): boolean {
    if (this.comment === 0 && !line.startsWith("<!--")) return false;
    if (this.comment === 0) this.comment = this.line;
    if (line.includes("-->")) this.comment = 0;
    return true;
  }

  private begin(level: 1 | 2, heading: string): void {
    this.parts.push({ line: this.line, level, heading: heading.trim(), prose: [], points: [] });
    this.point = undefined;
    this.blanks = 0;
  }

  private takeIn(part: OpenPart, line: string): void {
    const dash = /^(\s*)[-*+](?:\s(.*))?$/.exec(line);
    const above = isNested(part.heading) ? part.points.at(-1)?.points : undefined;
    if (dash?.[1] === "") this.point = this.opened(part.points, 1, dash[2]);
    else if (dash && above) this.point = this.opened(above, 2, dash[2]);
    else if (!this.point || (this.blanks > 0 && !/^\s/.test(line)))
      this.fault('this belongs to no point; begin its line with "- ", or indent it');
    else this.goOn(this.point, line, isNested(part.heading));
    this.blanks = 0;
  }

  private opened(into: OpenPoint[], depth: number, words = ""): OpenPoint {
    const point: OpenPoint = { line: this.line, depth, lines: [words], points: [] };
    into.push(point);
    return point;
  }

  private goOn({ lines, depth }: OpenPoint, line: string, inNested: boolean): void {
    const own = line.replace(depth === 1 ? /^(?: {1,2}|\t)/ : /^(?: {1,4}|\t{1,2})/, "");
    const text = inNested ? own.replace(/^(\s*)\\(?=\\*[-*+](?:\s|$))/, "$1") : own;
    lines.push(...Array.from({ length: this.blanks }, () => ""), text);
  }

  private fault(reason: string): void {
    this.faults.push({ line: this.line, reason });
  }
}

function closed({ line, lines, points }: OpenPoint): Point {
  return { line, text: lines.join("\n"), points: points.map(closed) };
}
