import { clipped } from "../../core/text/clipped.ts";

/** What an output says of one test. `lines`: where it says so; of a failure, with what follows. */
export interface PrintedTest {
  readonly how: "passes" | "fails" | "skipped";
  readonly lines: string;
}

const shortest = 4;
const mostBehind = 12;
const mostShown = 1_500;

const failed = /\bnot ok\b|[✖✗✘×]|\bFAIL(?:ED|URE)?\b|\bERROR\b/;
const skipped = /#\s*(?:skip|todo)\b|\bskip(?:ped)?\b|\bignored\b|[﹣↓○]/i;
/** What may follow a name: a time, a result, a remark. Other words are those of another test. */
const behind = /^(?:\s*$|\s*[([#.…:,]|\s+\d|\s+(?:passed|failed|skipped|xfail|ok|pass|fail)\b)/i;

/** Looks a test up by its name in what checks printed. Undefined: nothing says that it ran. */
export function printedTest(output: string, name: string): PrintedTest | undefined {
  const wanted = ownName(name);
  if (wanted.length < shortest) return undefined;
  const lines = output.split("\n");
  const found = lines.flatMap((line, index) => {
    const rest = restOf(spaced(line), wanted);
    return rest === undefined ? [] : [{ index, line: spaced(line), rest }];
  });
  const bad = found.find(({ rest }) => failed.test(rest));
  if (bad) return { how: "fails", lines: shown(lines.slice(bad.index, bad.index + mostBehind)) };
  const off = found.find(({ rest }) => skipped.test(rest));
  if (off) return { how: "skipped", lines: shown([off.line]) };
  const last = found.at(-1);
  return last && { how: "passes", lines: shown([last.line]) };
}

/** The last part of a name that begins with its file or its groups. */
export function ownName(name: string): string {
  return spaced(name.split(/\s*(?: > |›|::)\s*|\.\w+:\s+/).at(-1) ?? name);
}

/** The line without the name, if it is about the test of this name. */
function restOf(line: string, name: string): string | undefined {
  const at = line.indexOf(name);
  if (at < 0 || /\w/.test(line[at - 1] ?? "")) return undefined;
  const after = line.slice(at + name.length);
  return behind.test(after) ? line.slice(0, at) + after : undefined;
}

function spaced(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}

function shown(lines: readonly string[]): string {
  return clipped(lines.join("\n").trimEnd(), mostShown);
}
