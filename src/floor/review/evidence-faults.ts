import type { Blobs } from "../../core/ports/blobs.ts";
import type { Files } from "../../core/ports/files.ts";
import { isTestPath } from "../../core/reports/test-files.ts";
import { type CitedEvidence, citedEvidence } from "../../core/rules/review/cited-evidence.ts";
import type { Task } from "../../core/state/task.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { lineCounts } from "../../core/work/check-citations.ts";

/** What there is of a commit to look evidence up in. */
export interface Witness {
  readonly files: Files;
  readonly blobs: Blobs;
  /** What the harness's checks said about this commit. */
  readonly checks: Task["evidence"];
  /** Command lines that the reviewer ran on it. */
  readonly ran: readonly string[];
}

/** The evidence that is not of this commit, with what is wrong with it, in words that its reviewer can act on. */
export async function evidenceFaults(texts: readonly string[], witness: Witness): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const text of texts) {
    const cited = citedEvidence(text);
    const fault = cited && (await faultOf(cited, witness));
    if (fault !== undefined) faults.push(`${JSON.stringify(oneLine(text))}: ${fault}`);
  }
  return faults;
}

async function faultOf(cited: CitedEvidence, witness: Witness): Promise<string | undefined> {
  switch (cited.kind) {
    case "check":
      return checkFault(cited.name, witness);
    case "test":
      return testFault(cited.name, witness);
    case "ran":
      return hasRun(cited.command, witness) ? undefined : "you have not run this here";
    case "gone":
      return goneFault(cited.path, witness);
    case "places":
      return placesFault(cited, witness);
  }
}

/** By its name, or by the seq of all checks of this commit. */
function checkFault(name: string, { checks }: Witness): string | undefined {
  const { seq, results } = checks ?? { seq: 0, results: [] };
  if (name.replace(/^#/, "") === String(seq))
    return results.every(({ exit }) => exit === 0) ? undefined : "not all of these checks are green";
  const wanted = name.toLowerCase();
  const found = results.find((one) => startsWith(wanted, one.name.toLowerCase()));
  if (!found) {
    const all = results.map((one) => one.name).join(", ");
    return all === "" ? "no check ran on this commit" : `no such check ran on this commit; these did: ${all}`;
  }
  return found.exit === 0 ? undefined : "this check is red on this commit, so it shows nothing";
}

/** A name may be followed by what it said. */
function startsWith(words: string, name: string): boolean {
  return words === name || words.startsWith(`${name} `) || words.startsWith(`${name}:`);
}

/** A test that the checks printed, or that stands in a test file of the commit, and does not fail. */
async function testFault(name: string, { checks, blobs, files }: Witness): Promise<string | undefined> {
  const own = name.split(/\s*(?: > |›|::)\s*/).at(-1) ?? name;
  const results = checks?.results ?? [];
  if (results.some(({ failing = [] }) => failing.some(({ test }) => test === own || test === name)))
    return "this test fails on this commit";
  const wanted = spaced(own);
  if (wanted.length < shortest) return "the name is too short to look it up";
  for (const { blob } of results)
    if (spaced((await blobs.get(blob)) ?? "").includes(wanted)) return undefined;
  const found = await files.search(own.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), { max: 100 });
  const isThere = found.kind === "found" && found.matches.some(({ path }) => isTestPath(path));
  return isThere ? undefined : "no test of this name ran on this commit or stands in its test files";
}

/** Shorter words are found anywhere. */
const shortest = 4;

function hasRun(command: string, { ran }: Witness): boolean {
  const wanted = spaced(command);
  return ran
    .map(spaced)
    .some(
      (one) => one !== "" && (wanted.startsWith(one) || (wanted.length >= shortest && one.includes(wanted))),
    );
}

async function goneFault(path: string, { files }: Witness): Promise<string | undefined> {
  const read = await files.readText(path);
  if (read.kind === "none") return undefined;
  return "this commit still has it";
}

async function placesFault(
  { places }: Extract<CitedEvidence, { kind: "places" }>,
  { files }: Witness,
): Promise<string | undefined> {
  const counts = await lineCounts(
    places.map(({ path }) => path),
    files,
  );
  const wrong = places.find(({ path, from, to }) => from < 1 || to < from || to > (counts.get(path) ?? 0));
  if (!wrong) return undefined;
  const count = counts.get(wrong.path);
  return count === undefined
    ? `this commit has no file ${wrong.path}`
    : `${wrong.path} has only ${count} lines`;
}

function spaced(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}
