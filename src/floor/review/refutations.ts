import type { Blobs } from "../../core/ports/blobs.ts";
import type { Results } from "../../core/state/session.ts";
import type { Review, Task } from "../../core/state/task.ts";
import { changedTexts } from "../../core/text/changed-files.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { hanging } from "../../core/text/quoted.ts";
import { holdsAssertion } from "./holds-assertion.ts";
import { ownName, type PrintedTest, printedTest } from "./printed-test.ts";

/** A test with which an author refutes a finding, and what it did on the commit that was judged. */
export interface Refutation {
  readonly finding: string;
  readonly test: string;
  /** Left out: nothing says that it ran. */
  readonly printed?: PrintedTest;
}

/** What the author's tests did on the commit that the review was about. None: no finding is refuted with a test. */
export async function refutationsOf(
  { review, commit, evidence }: Task,
  blobs: Blobs,
): Promise<readonly Refutation[]> {
  if (!review) return [];
  const results = resultsOn(review, commit, evidence?.results);
  const outputs = await Promise.all(results.map(({ blob }) => blobs.get(blob)));
  return refutedWithTest(review).map(({ finding, test }) => {
    const all = outputs.flatMap((output) => printedTest(output ?? "", test) ?? []);
    const printed = isFailing(results, test)
      ? { how: "fails" as const, lines: all.find(({ how }) => how === "fails")?.lines ?? "" }
      : (all.find(({ how }) => how !== "passes") ?? all[0]);
    return { finding, test, ...(printed && { printed }) };
  });
}

/** The findings of which a reviewer says whether it accepts the refutation: a test stands against them. */
export function shownIds(refutations: readonly Refutation[], { review }: Task): readonly string[] {
  if (review?.tried && review.tried.touched.length > 0) return [];
  return refutations.flatMap(({ finding, printed }) => (printed?.how === "passes" ? [finding] : []));
}

/** For the reviewer: what ran, on what, and what it printed. `since`: what was changed since its review. */
export function refutationWords(task: Task, refutations: readonly Refutation[], since = ""): string {
  const { review, commit, evidence } = task;
  if (!review || refutations.length === 0) return "";
  const results = resultsOn(review, commit, evidence?.results);
  return [
    whatRan(review, results, commit),
    ...refutations.map((one) => refutationLine(one, results)),
    ...(review.tried ? doubts(review.tried, since) : []),
  ].join("\n");
}

/** The answers that name a test. */
export function refutedWithTest({
  answers,
}: Review): readonly (Review["answers"][number] & { test: string })[] {
  return answers.flatMap((one) => {
    const test = one.test?.trim() ?? "";
    return one.answer === "refuted" && test !== "" ? [{ ...one, test }] : [];
  });
}

/** The checks of the very commit that was judged: with the author's tests, or as they ran if nothing was changed. */
function resultsOn(review: Review, commit: string | undefined, own: Results = []): Results {
  return review.tried?.results ?? (review.commit === commit ? own : []);
}

function isFailing(results: Results, test: string): boolean {
  const own = ownName(test);
  return results.some(({ failing = [] }) => failing.some((one) => one.test === own || one.test === test));
}

function whatRan(review: Review, results: Results, commit: string | undefined): string {
  const short = review.commit.slice(0, 8);
  if (results.length === 0) return "The harness has run none of the author's tests: no checks are set up.";
  const said = results.map(saidBy).join("; ");
  if (!review.tried && review.commit === commit)
    return `Nothing was changed since the review, so the checks ran on the commit that was judged, ${short}: ${said}.`;
  const tests = review.tried?.tests ?? [];
  const taken =
    tests.length === 0
      ? "no file of tests was changed since"
      : `with ${tests.map(oneLine).join(", ")} as the author left it`;
  return `The harness ran the checks on the commit that was judged, ${short}, ${taken}, all else as it was then: ${said}.`;
}

function saidBy({ name, exit, counts, broken }: Results[number]): string {
  if (broken !== undefined) return `${oneLine(name)} could not start (${oneLine(broken)})`;
  const tests = counts ? ` (${counts.passed} passed, ${counts.failed} failed)` : "";
  return `${oneLine(name)} ${exit === 0 ? "passes" : "fails"}${tests}`;
}

function refutationLine({ finding, test, printed }: Refutation, results: Results): string {
  const about = `- ${oneLine(finding)}, test "${oneLine(test)}":`;
  if (!printed) {
    const isRed = results.some(({ exit }) => exit !== 0);
    return `${about} nothing that was printed names it, so ${isRed ? "nothing shows that it ran" : "only its text shows whether it ran"}.`;
  }
  const lines = printed.lines === "" ? "" : ` It printed:\n  ${hanging(printed.lines)}`;
  switch (printed.how) {
    case "passes":
      return `${about} it passes there.${lines}`;
    case "fails":
      return `${about} it fails there, so it shows the fault.${lines}`;
    case "skipped":
      return `${about} it was skipped there, so it shows nothing.${lines}`;
  }
}

/** Why a test that passes may still show nothing. */
function doubts({ tests, others, touched }: NonNullable<Review["tried"]>, since: string): readonly string[] {
  const added = changedTexts(since)
    .filter(({ path }) => tests.includes(path))
    .flatMap((file) => file.added.map(({ text }) => text));
  return [
    ...(tests.length > 0 && added.length > 0 && !holdsAssertion(added)
      ? [
          "The lines that were added to these tests compare nothing, as far as the harness can tell: a test that cannot fail shows nothing.",
        ]
      : []),
    ...(touched.length > 0
      ? [
          `While they ran, the checks changed ${touched.map(oneLine).join(", ")}: a test that changes what it tests shows nothing.`,
        ]
      : []),
    ...(others.length > 0
      ? [`The author also changed ${others.map(oneLine).join(", ")}, which was left as it was judged.`]
      : []),
  ];
}
