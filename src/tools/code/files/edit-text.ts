import { numbered } from "../page.ts";
import { fitted, placesOf, type Span } from "./line-ends.ts";

export interface Edit {
  readonly find: string;
  readonly replace: string;
}

/** The text after all edits, made in order, and the lines around each place; or what is wrong with one of them. */
export type Edited = { readonly after: string; readonly shown: string } | { readonly wrong: string };

/** The file as it is named and shown. `redact` takes keys out of a line, before it is cut. */
interface File {
  readonly path: string;
  redact(line: string): string;
}

/** Makes all edits or none. Each text to find must occur exactly once when its turn comes. */
export function editText(before: string, edits: readonly Edit[], file: File): Edited {
  let after = before;
  // Those that were changed, in the text as it is now.
  let places: Span[] = [];
  for (const [index, edit] of edits.entries()) {
    const found = placesOf(after, edit.find);
    const [at] = found;
    if (at === undefined || found.length > 1) {
      const which = edits.length === 1 ? "That text" : `Nothing was changed: the text of edit ${index + 1}`;
      return { wrong: `${which} ${misfit(after, edit.find, found, file)}` };
    }
    const { from, to } = at;
    const put = fitted(edit, after.slice(from, to), after);
    after = `${after.slice(0, from)}${put}${after.slice(to)}`;
    const end = from + put.length;
    places = [...places.map((place) => moved(place, to, end - to)), { from, to: end }];
  }
  return { after, shown: linesAround(after, places, file) };
}

function moved({ from, to }: Span, end: number, shift: number): Span {
  return { from: from >= end ? from + shift : from, to: to >= end ? to + shift : to };
}

const mostNamed = 8;

function misfit(text: string, find: string, found: readonly Span[], file: File): string {
  const { path } = file;
  if (found.length > 1) {
    const lines = found.slice(0, mostNamed).map(({ from }) => lineOf(text, from));
    const more = found.length > mostNamed ? " …" : "";
    return `occurs ${found.length} times in ${path}, at lines ${lines.join(", ")}${more}. Take more of what stands around it.`;
  }
  const near = nearTo(text, find, file);
  const hint = near === undefined ? "Read the file and copy it exactly." : `Copy it exactly:\n${near}`;
  return `does not occur in ${path}. ${hint}`;
}

/** The lines that the model may have meant: those around the first line of its text, up to white space. */
function nearTo(text: string, find: string, file: File): string | undefined {
  const wanted = find.split("\n").map(squeezed);
  const first = wanted.findIndex((line) => line.length >= 4);
  if (first < 0) return undefined;
  const lines = text.split("\n");
  const at = lines.findIndex((line) => squeezed(line).includes(wanted[first] ?? ""));
  if (at < 0) return undefined;
  const from = Math.max(0, at - first);
  return lines
    .slice(from, from + Math.min(wanted.length + 1, 20))
    .map((line, index) => shownLine(line, from + index + 1, file))
    .join("\n");
}

function squeezed(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}

/** Lines of context on each side of a change, and most lines of the change itself at either end. */
const context = 2;
const mostOfChange = 6;
const mostCharacters = 4_000;

function linesAround(text: string, places: readonly Span[], file: File): string {
  const lines = text.split("\n");
  const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  const wanted = new Set<number>();
  for (const { from, to } of places) {
    const [first, end] = [lineOf(text, from), lineOf(text, Math.max(from, to - 1))];
    for (let line = first - context; line <= end + context; line++)
      if (line < first + mostOfChange || line > end - mostOfChange) wanted.add(line);
  }
  const shown = [...wanted].filter((line) => line >= 1 && line <= last).sort((a, b) => a - b);
  const rows = shown.flatMap((line, index) => [
    ...(index > 0 && shown[index - 1] !== line - 1 ? ["…"] : []),
    shownLine(lines[line - 1] ?? "", line, file),
  ]);
  const all = rows.join("\n");
  return all.length <= mostCharacters ? all : `${all.slice(0, mostCharacters)}\n…`;
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
  return line;
}

function shownLine(line: string, number: number, { redact }: File): string {
  const clean = redact(line);
  return numbered(clean.length <= 200 ? clean : `${clean.slice(0, 200)} …`, number);
}
