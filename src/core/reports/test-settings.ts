import type { BothSides, Found } from "./found.ts";

/** Settings of a test runner that are others now. */
export function changedSettings({ path, before, after }: BothSides): readonly Found[] {
  const settings = settingsFile(path);
  if (!settings) return [];
  const part = settings.part ?? ((text: string) => text);
  const [then, now] = [part(before ?? ""), part(after ?? "")];
  if (then === now || (before === undefined && now.trim() === "")) return [];
  const what = after === undefined ? "were removed" : before === undefined ? "are new" : "were changed";
  const leftOut = deselects(now) && !deselects(then);
  return [
    {
      kind: "test-config",
      path,
      tier: leftOut ? "person" : "note",
      text: `the test settings in ${path} ${what}${leftOut ? " and leave tests out" : ""}`,
    },
  ];
}

/** Whether a file holds settings of a test runner, among others or alone. */
export function isSettings(path: string): boolean {
  return settingsFile(path) !== undefined;
}

/** Settings of a test runner. `part`: the part of the file that is about tests, if not all of it is. */
function settingsFile(path: string): { part?: (text: string) => string } | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (
    /^(?:pytest\.ini|conftest\.py|\.mocharc\.\w+|\.rspec|phpunit\.xml(?:\.dist)?|\.nycrc(?:\.json)?|\.taprc|nextest\.toml|noxfile\.py|karma\.conf\.\w+)$/.test(
      name,
    )
  )
    return {};
  if (
    /^(?:jest|vitest|vite|ava|cypress|playwright|web-test-runner|wdio)\.(?:config|workspace)\.\w+$/.test(name)
  )
    return {};
  if (/^(?:tox\.ini|setup\.cfg)$/.test(name))
    return { part: sections(/^(?:pytest|tool:pytest|testenv.*|tox)$/) };
  if (name === "pyproject.toml")
    return { part: sections(/^tool\.(?:pytest|tox|hatch\.envs|nox|poe|pdm\.scripts)/) };
  if (name === "Cargo.toml")
    return {
      part: (text) =>
        text
          .split("\n")
          .filter((line) => /^\s*(?:test|doctest|harness|autotests)\s*=/.test(line))
          .join("\n"),
    };
  if (name === "package.json") return { part: runnerFields };
  return undefined;
}

/** Settings by which a runner leaves tests out or does not fail. */
function deselects(text: string): boolean {
  return /--deselect|--ignore|collect_ignore|testPathIgnorePatterns|\bexclude\b|passWithNoTests|-k\s|--grep|--exclude|<exclude>|\btest\s*=\s*false|ignore_outcome|\bskip\b/.test(
    text,
  );
}

function sections(wanted: RegExp): (text: string) => string {
  return (text) => {
    let isIn = false;
    return text
      .split("\n")
      .filter((line) => {
        const [, name] = /^\s*\[+\s*([^\]]+?)\s*\]+\s*$/.exec(line) ?? [];
        if (name !== undefined) isIn = wanted.test(name);
        return isIn && line.trim() !== "";
      })
      .join("\n");
  };
}

/** The fields of a package.json that set up a test runner. */
function runnerFields(text: string): string {
  const fields = ["jest", "mocha", "vitest", "ava", "nyc", "c8", "tap", "wireit"];
  const found = fields.flatMap((name) => {
    const value = member(text, name);
    return value === undefined ? [] : [[name, value]];
  });
  return found.length === 0 ? "" : JSON.stringify(found);
}

/** A field of a JSON object. */
export function member(text: string, name: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null
      ? Object.entries(read).find(([key]) => key === name)?.[1]
      : undefined;
  } catch {
    // A file that is no JSON has no scripts; its check says so.
    return undefined;
  }
}
