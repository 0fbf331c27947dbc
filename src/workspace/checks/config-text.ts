/** What a configuration must be again, and what was changed in it. */
export interface ConfigUndo {
  readonly text: string;
  readonly keys: readonly string[];
}

/**
 * Undoes what happened to a git configuration. Undefined: nothing did. A person may work in the same repository
 * meanwhile: sections in which git notes what a branch follows are kept as they are now. They run nothing.
 */
export function undoConfig(before: string, after: string): ConfigUndo | undefined {
  const [was, is] = [sectionsOf(before), sectionsOf(after)];
  const ours = was.filter((section) => !isTracking(section)).join("");
  const theirs = is.filter((section) => !isTracking(section)).join("");
  if (ours === theirs) return undefined;
  const tracking = is.filter(isTracking).join("");
  const text = ours === "" || ours.endsWith("\n") ? ours : `${ours}\n`;
  return { text: text + tracking, keys: changedKeys(ours, theirs) };
}

/** Each with its header; what stands before the first header is one, too. */
function sectionsOf(text: string): readonly string[] {
  return text.split(/^(?=[ \t]*\[)/m).filter((section) => section !== "");
}

const trackingLine =
  /^[ \t]*(?:remote|merge|rebase|pushRemote|description|vscode-merge-base|gh-merge-base|github-pr-owner-number)[ \t]*=[^\\[\]]*$/i;

/** A section as `git push -u` and `git switch -c` write it, without anything that could hide another section. */
function isTracking(section: string): boolean {
  const [header = "", ...lines] = section.split("\n");
  if (!/^\[branch "[^"\\\]]*"\]\s*$/.test(header)) return false;
  return lines.every((line) => line.trim() === "" || trackingLine.test(line));
}

/** Names of the keys that differ. Values may be secrets and are not told, except where hooks are. */
function changedKeys(before: string, after: string): readonly string[] {
  const [was, is] = [keysOf(before), keysOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const changed = names.filter((name) => was.get(name) !== is.get(name));
  return changed.map((name) => {
    const value = is.get(name);
    return name === "core.hookspath" && value !== undefined
      ? `core.hooksPath = ${value.slice(0, 100)}`
      : name;
  });
}

function keysOf(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let section = "";
  // One line may hold several headers.
  for (const line of text.replace(/\](?=[ \t]*\[)/g, "]\n").split("\n")) {
    const [, name, sub, rest = ""] =
      /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line) ?? [];
    if (name !== undefined) section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub}`;
    const [, key, value = ""] =
      /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(name === undefined ? line : rest) ?? [];
    if (key === undefined) continue;
    const full = `${section}.${key.toLowerCase()}`;
    const known = keys.get(full);
    keys.set(full, known === undefined ? value.trim() : `${known}\n${value.trim()}`);
  }
  return keys;
}
