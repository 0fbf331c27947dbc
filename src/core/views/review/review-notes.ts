import { reviewFindingText } from "../../state/finding-text.ts";
import type { TaskHistory } from "../task/task-history.ts";
import type { TaskPage } from "../task/task-page.ts";
import type { ReviewNote } from "./review-items.ts";

/**
 * What reviewers found and what the person said, at the lines it is about. A finding is open until its author has
 * answered it, or a later review did not find it again; a comment until the task was judged after it.
 */
export function reviewNotes({
  reviews,
  comments,
}: Pick<TaskHistory, "reviews" | "comments">): readonly ReviewNote[] {
  const judged = reviews.filter(({ subject }) => subject === "code");
  const last = judged.at(-1);
  const found = judged.flatMap((review) =>
    review.findings.map(({ answer, ...finding }): ReviewNote & { readonly seq: number } => {
      const { path = "", line, text, id } = finding;
      const said = path === "" ? reviewFindingText(finding) : `${id}  ${text}`;
      const answered = answer === undefined ? "" : ` → ${answer.answer}: ${answer.why}`;
      return {
        seq: review.seq,
        path,
        ...(line !== undefined && { line }),
        text: `${review.seat}: ${said}${answered}`,
        open: review === last && answer === undefined && review.verdict !== "approved",
      };
    }),
  );
  const own = comments.flatMap(({ seq, text, cited }): readonly (ReviewNote & { readonly seq: number })[] =>
    cited
      ? [{ seq, path: cited.path, line: cited.from, text: `you: ${text}`, open: seq > (last?.seq ?? 0) }]
      : [],
  );
  return [...found, ...own]
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ seq: _, ...note }) => (note.path === "" ? [] : [note]));
}

/** What shows that a change is good, in one line: checks, flags, criteria, the last verdict. */
export function evidenceLine({
  checks,
  flags,
  reviews,
}: Pick<TaskPage, "checks" | "flags" | "reviews">): string {
  const last = reviews.findLast(({ subject }) => subject === "code");
  const counts = checks?.results.flatMap(({ counts: one }) => (one ? [one] : [])) ?? [];
  const passed = counts.reduce((sum, one) => sum + one.passed, 0);
  const failed = counts.reduce((sum, one) => sum + one.failed, 0);
  const tests = counts.length === 0 ? "" : ` (${passed} passed${failed > 0 ? `, ${failed} failed` : ""})`;
  const criteria = last?.criteria ?? [];
  const met = criteria.filter((one) => one.met === "yes").length;
  const open = last?.verdict === "changes" ? last.findings.filter(({ answer }) => !answer).length : 0;
  return [
    checks === undefined ? "no checks yet" : checks.passed ? `checks pass${tests}` : `checks fail${tests}`,
    ...(flags.length > 0 ? [`${flags.length} ${flags.length === 1 ? "flag" : "flags"}`] : []),
    ...(criteria.length > 0 ? [`${met} of ${criteria.length} criteria met`] : []),
    ...(open > 0 ? [`${open} open ${open === 1 ? "finding" : "findings"}`] : []),
    ...(last ? [`${last.seat} ${verdicts[last.verdict]}`] : ["no review yet"]),
  ].join(" · ");
}

const verdicts = { approved: "approves", changes: "asks for changes", rejected: "rejects it" } as const;
