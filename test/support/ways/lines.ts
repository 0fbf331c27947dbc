import { says } from "../scripted-model.ts";

/** What members say on many ways. */
export const looks = says.call("list_files", {});
export const words = says.text("Hm.");
export const asks = (question: string) => says.call("ask_question", { question });
export const verdict = (status: "approved" | "changes" | "rejected", feedback = "So it is.") =>
  says.call("review_complete", { status, feedback });
export const decides = (decision: "grant" | "redirect" | "stop" | "split", why = "Begin with the test.") =>
  says.call("budget_decision", { decision, words: why });
export const blocked = (kind: string, explanation: string) =>
  says.call("done", { summary: "Cannot", blocked: { kind, explanation } });
export const thereAlready = says.call("done", { satisfied: "README.md:1 says it." });

/** Moves that many ways begin or end with. */
export const begun = ["WAITING dispatched", "SETUP ready"];
export const planning = ["WAITING dispatched", "SETUP plan"];
export const tested = ["CODING done", "TESTING passed"];
export const landing = ["CODE_REVIEW approved", "PREPARE_MERGE prepared", "AWAIT_MERGE landed"];
export const built = [...tested, ...landing];

/**
 * A check that waits until this file stands beside the worktrees of a theatre. It gives up after half a minute: the child
 * of a killed runner lives on, and nobody makes the file any more.
 */
export function until(file: string): string {
  return `i=0; until test -f ../../${file} || test -f ../../../${file}; do i=$((i+1)); test $i -lt 1500 || exit 1; sleep 0.02; done`;
}
