import { numbered } from "./read-file.ts";

export interface Edit {
  readonly find: string;
  readonly replace: string;
}

/** The text after all edits, made in order, and the lines around each place; or what is wrong with one of them. */
export type Edited = { readonly after: string; readonly shown: string } | { readonly wrong: string };

/** A place that was changed, by characters of the text as it is now. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/** The file as it is named and shown. `redact` takes keys out of a line, before it is cut. */
interface File {
  readonly path: string;
  redact(line: string): string;
}

/** Makes all edits or none. Each text to find must occur exactly once when its turn comes. */
export function editText(before: string, edits: readonly Edit[], file: File): Edited {
  let after = before;
  let places: Place[] = [];
  for (const [index, { find, replace }] of edits.entries()) {
    const found = placesOf(after, find);
    const [at = 0] = found;
    if (found.length !== 1) {
      const which = edits.length === 1 ? "That text" : `Nothing was changed: the text of edit ${index + 1}`;
      return { wrong: `${which} ${misfit(after, find, found, file)}` };
    }
    after = `${after.slice(0, at)}${replace}${after.slice(at + find.length)}`;
    const shift = replace.length - find.length;
    places = [
      ...places.map((place) => moved(place, at + find.length, shift)),
      { from: at, to: at + replace.length },
    ];
  }
  return { after, shown: linesAround(after, places, file) };
}

/** Overlapping places count too: the model could mean either. */
function placesOf(text: string, find: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + 1)) places.push(at);
  return places;
}

function moved({ from, to }: Place, end: number, shift: number): Place {
  return { from: from >= end ? from + shift : from, to: to >= end ? to + shift : to };
}

const mostNamed = 8;

function misfit(text: string, find: string, found: readonly number[], file: File): string {
  const { path } = file;
  if (found.length > 1) {
    const lines = found.slice(0, mostNamed).map((at) => lineOf(text, at));
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

function linesAround(text: string, places: readonly Place[], file: File): string {
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
