import ignore from "ignore";

/** Whether a path matches patterns of a .gitignore. Case counts unless it does not matter to the caller. */
export function globs(patterns: readonly string[], { anyCase = false } = {}): (path: string) => boolean {
  if (patterns.length === 0) return () => false;
  const rules = ignore({ ignorecase: anyCase }).add(patterns);
  return (path) => ignore.isPathValid(path) && rules.ignores(path);
}

/** A pattern that matches this path and no other. */
export function exactGlob(path: string): string {
  return `/${path.replace(/[\\*?[\]]/g, "\\$&").replace(/ $/, "\\ ")}`;
}

/** Why git, or we, could not use this pattern; undefined: it is fine. */
export function globFault(pattern: string): string | undefined {
  const bare = pattern.replace(/^!/, "");
  if (bare.trim() === "" || /^\/+$/.test(bare)) return "a pattern that names no path";
  if (/[\0\r\n]/.test(pattern)) return "a pattern is one line";
  if (pattern.length > most.characters) return `a pattern has at most ${most.characters} characters`;
  if (pattern.startsWith("#"))
    return "a pattern that begins with # is a comment; write \\# for the character";
  if (/(^|[^\\])(\\\\)*\\$/.test(pattern)) return "a pattern cannot end with a backslash";
  if (/(^|\/)\.\.?(\/|$)/.test(bare)) return "a pattern starts at the root of the project, without . and ..";
  if ((pattern.match(/\*+/g) ?? []).length > most.stars) return `a pattern has at most ${most.stars} stars`;
  return bracketFault(bare);
}

/** More of them make matching slow, and nobody needs them. */
const most = { characters: 300, stars: 8 };

/** Of a set such as [a-z]: it is closed, holds something, and its ranges go upwards. */
function bracketFault(pattern: string): string | undefined {
  const open = "a [ without its ]; write \\[ for the character";
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "[") {
      // The first ] of a set, also after ! or ^, is one of its characters.
      const set = /^\[[!^]?(?:\]|\\.|\[:[a-z]+:\]|[^\]\\])(?:\\.|\[:[a-z]+:\]|[^\]\\])*\]/.exec(
        pattern.slice(at),
      )?.[0];
      if (set === undefined) return open;
      const range = /([^\\])-([^\]])/.exec(set.replace(/\[:[a-z]+:\]/g, "").replace(/^\[[!^]?/, ""));
      if (range && (range[1] ?? "") > (range[2] ?? "")) return `a range that goes backwards: ${range[0]}`;
      at += set.length - 1;
    }
  }
  return undefined;
}
