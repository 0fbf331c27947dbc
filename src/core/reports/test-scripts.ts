import { clipped } from "../text/clipped.ts";
import type { BothSides, Found } from "./found.ts";
import { neverFails, recipeNeverFails, scriptNeverFails } from "./never-fails.ts";
import { changedSettings, isSettings, member } from "./test-settings.ts";

type Command = { readonly name: string; readonly run: string };

/**
 * Changes of what the checks run: scripts of a package.json, targets of a Makefile, files that a command names, and
 * settings of test runners. `checks`: the commands in force.
 */
export function changedScripts(files: readonly BothSides[], checks: readonly Command[]): readonly Found[] {
  const commands = checks.map(({ run }) => run);
  const listed = files.filter(({ before, after }) => before !== after);
  const scripts = listed.flatMap((file) => ofScripts(file, commands));
  // A script may run another file of the project.
  const bodies = listed.flatMap((file) =>
    [file.before, file.after].flatMap((text) => bodiesIn(file.path, text)),
  );
  const ran = listed.flatMap((file) => ofNamedFile(file, [...commands, ...reached(bodies, commands)]));
  return [...scripts, ...ran, ...listed.flatMap(changedSettings)];
}

/** Whether a changed file could matter here at all. */
export function mayBeScript(path: string, checks: readonly Command[]): boolean {
  return (
    isPackage(path) ||
    isMakefile(path) ||
    isSettings(path) ||
    /\.(?:sh|bash|zsh|[cm]?[jt]s|py|rb|pl|php|ps1|bat|cmd)$/i.test(path) ||
    checks.some(({ run }) => wordsOf(run).some((word) => isPath(word, path)))
  );
}

type Bodies = ReadonlyMap<string, string>;

/** The scripts or targets of one file that the checks reach, and that are others now. */
function ofScripts({ path, before, after }: BothSides, commands: readonly string[]): readonly Found[] {
  const [then, now] = [bodiesOf(path, before), bodiesOf(path, after)];
  if (!then || !now) return [];
  const isIdle = isPackage(path) ? neverFails : recipeNeverFails;
  const used = new Set([...reachedNames(then, commands), ...reachedNames(now, commands)]);
  return [...used].flatMap((name): Found[] => {
    const [was, is] = [then.get(name), now.get(name)];
    // A script that was not there before weakens nothing, unless it is run beside one that was.
    if (was === is || (was === undefined && !/^(?:pre|post)/.test(name))) return [];
    const line = after === undefined ? undefined : lineOf(path, after, name);
    const what = isPackage(path) ? `the script "${name}" in ${path}` : `the target ${name} in ${path}`;
    return [
      {
        kind: "test-script",
        path,
        ...(line !== undefined && { line }),
        tier: is === undefined || (isIdle(is) && (was === undefined || !isIdle(was))) ? "person" : "note",
        text: is === undefined ? `${what} was removed` : `${what} is now ${quote(is)}; it was ${quote(was)}`,
      },
    ];
  });
}

function quote(body: string | undefined): string {
  if (body === undefined || body.trim() === "") return "empty";
  const line = body.trim().replace(/\s*\n\s*/g, "; ");
  return `\`${clipped(line, 120)}\``;
}

function bodiesIn(path: string, text: string | undefined): readonly [string, string][] {
  return [...(bodiesOf(path, text) ?? [])];
}

function bodiesOf(path: string, text: string | undefined): Bodies | undefined {
  if (isPackage(path)) return text === undefined ? new Map() : packageScripts(text);
  if (isMakefile(path)) return text === undefined ? new Map() : targets(text);
  return undefined;
}

/** The bodies that these commands reach. */
function reached(bodies: readonly [string, string][], commands: readonly string[]): readonly string[] {
  const all = new Map(bodies);
  return reachedNames(all, commands).flatMap((name) => all.get(name) ?? []);
}

/** The names that commands mention, and that the bodies below them mention. npm runs `pre…` and `post…` unasked. */
function reachedNames(bodies: Bodies, commands: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const queue = [...commands];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const words = wordsOf(next);
    const short = /\b(?:npm|pnpm|yarn|bun) (?:t|tst)\b/.test(next) ? ["test"] : [];
    const plainMake = /^(?:make|gmake)$/.test(next.trim()) ? [...bodies.keys()].slice(0, 1) : [];
    for (const word of [...words, ...short, ...plainMake])
      for (const name of [word, `pre${word}`, `post${word}`]) {
        const body = bodies.get(name);
        if (body === undefined || found.has(name)) continue;
        found.add(name);
        queue.push(body);
      }
  }
  return [...found];
}

/** The words of a command, without quotes. */
function wordsOf(command: string): readonly string[] {
  return command.split(/[\s;|&()'"`]+/).filter((word) => word !== "");
}

function isPackage(path: string): boolean {
  return /(?:^|\/)package\.json$/.test(path);
}

function isMakefile(path: string): boolean {
  return /(?:^|\/)(?:GNUmakefile|[Mm]akefile|\.?[Jj]ustfile)$|\.mk$/.test(path);
}

function packageScripts(text: string): Bodies | undefined {
  const scripts = member(text, "scripts");
  if (typeof scripts !== "object" || scripts === null) return new Map();
  return new Map(Object.entries(scripts).map(([name, body]) => [name, String(body)]));
}

/** Targets: what they need in the first line, and what they run below it. */
function targets(text: string): Bodies {
  const found = new Map<string, string>();
  let names: readonly string[] = [];
  for (const line of text.split("\n")) {
    const [, head, rest = ""] = /^([A-Za-z0-9_][\w./ -]*?)\s*::?(?!=)\s*(.*)$/.exec(line) ?? [];
    if (head !== undefined) {
      names = head.split(/\s+/);
      for (const name of names) {
        const [needs = "", ...lines] = (found.get(name) ?? "").split("\n");
        found.set(name, [`${needs} ${rest}`.trim(), ...lines].join("\n"));
      }
    } else if (/^[\t ]+\S/.test(line))
      for (const name of names) found.set(name, `${found.get(name) ?? ""}\n${line.trim()}`);
    else if (line.trim() !== "" && !line.startsWith("#")) names = [];
  }
  return found;
}

function lineOf(path: string, text: string, name: string): number | undefined {
  const starts = isPackage(path) ? `"${name}"` : name;
  const index = text.split("\n").findIndex((line) => line.trimStart().startsWith(starts));
  return index < 0 ? undefined : index + 1;
}

/** A file that a check runs by its name. */
function ofNamedFile({ path, before, after }: BothSides, commands: readonly string[]): readonly Found[] {
  if (before === undefined || isPackage(path) || isMakefile(path)) return [];
  if (!commands.some((command) => wordsOf(command).some((word) => isPath(word, path)))) return [];
  const isIdle = after !== undefined && /\.(?:sh|bash)$/.test(path) && scriptNeverFails(after);
  return [
    {
      kind: "test-script",
      path,
      tier: after === undefined || after.trim() === "" || isIdle ? "person" : "note",
      text: `${path}, which a check runs, was ${after === undefined ? "removed" : after.trim() === "" ? "emptied" : "changed"}`,
    },
  ];
}

function isPath(word: string, path: string): boolean {
  return word.replace(/^\.\//, "") === path;
}
