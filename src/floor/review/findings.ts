import type { ReviewFinding } from "../../core/facts/finding-schema.ts";
import type { Review } from "../../core/state/task.ts";
import { missingWords } from "../../core/terms/citations.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { hanging } from "../../core/text/quoted.ts";
import { done } from "../../tools/ends/done.ts";

/** Findings with their ids. `review`: how many reviews the task had before this one. */
export function numbered(
  findings: readonly Omit<ReviewFinding, "id">[],
  reviews: number,
): readonly ReviewFinding[] {
  return findings.map((finding, index) => ({ id: `${reviews + 1}.${index + 1}`, ...finding }));
}

/** A review as its author gets it back. `missing`: what it cites and the commit does not have. */
export function findingsToAnswer(
  seat: string,
  feedback: string,
  findings: readonly ReviewFinding[],
  missing: readonly string[] = [],
): string {
  const [only, ...others] = findings;
  const asked = `${seat} asks for changes: ${hanging(feedback)}`;
  const mark = missing.length > 0 ? [`The harness: ${oneLine(missingWords(missing))}.`] : [];
  if (only?.text === feedback && others.length === 0)
    return [`${asked} (finding ${only.id})`, ...mark].join("\n");
  return [asked, ...findings.map((finding) => `- ${findingLine(finding)}`), ...mark].join("\n");
}

/** A review that rejects, as the next attempt reads it. */
export function findingsRejected(seat: string, feedback: string, findings: readonly ReviewFinding[]): string {
  const others = findings.filter(({ text }) => text !== feedback);
  return [`${seat} rejects it: ${hanging(feedback)}`, ...others.map((one) => `- ${findingLine(one)}`)].join(
    "\n",
  );
}

/** What the author of a task that comes back from a review is asked. */
export const howToAnswer = `Answer each finding by its id in ${done.name}: fixed, or refuted if it is not so. For a claim about behaviour, first write the test that fails on the code as it is; if it would pass, keep the test, leave the code alone and refute, with its name in \`test\`: the harness runs it on the commit that was judged, and the reviewer reads what it printed. In doubt, call ${done.name} with the test alone: the checks show it. A name or a text needs no test.`;

/** A review with the author's answers, as the next reviewer reads it. */
export function findingsAnswered({ seat, findings, answers }: Review): string {
  const lines = findings.flatMap((finding) => {
    const answer = answers.find((one) => one.finding === finding.id);
    return [
      `- ${findingLine(finding)}`,
      `  ${answer ? answerLine(answer) : "The author says nothing about it."}`,
    ];
  });
  return [`The last review, by ${seat}, asked for changes:`, ...lines].join("\n");
}

function findingLine({ id, text, path, line }: ReviewFinding): string {
  const place = path === undefined ? "" : `${path}${line === undefined ? "" : `:${line}`}: `;
  return `${id} ${place}${hanging(text)}`;
}

function answerLine({ answer, why, test }: Review["answers"][number]): string {
  return `The author: ${answer}. ${hanging(why)}${test === undefined ? "" : ` (test: ${oneLine(test)})`}`;
}
