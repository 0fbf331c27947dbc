import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import type { ReviewFinding } from "../../core/facts/finding-schema.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { returnTask } from "../../core/rules/rounds.ts";
import { rejectTask } from "../../core/rules/trouble/requeue-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import type { Verdict } from "../../tools/ends/review-complete.ts";
import { theTask } from "../the-task.ts";
import { findingsRejected, findingsToAnswer, numbered } from "./findings.ts";

/** What was judged. `unread`: without having opened the change. `whole`: having read all of it. */
export interface Read {
  readonly commit: string;
  readonly unread?: true;
  readonly whole?: true;
}

type Reviewing = Pick<Extract<Step, { kind: "review" }>, "task" | "seat">;

/** The verdict on a task, and where the task goes from here. `missing`: what its words cite and the commit does not have. */
export function verdictDrafts(
  { task: id, seat }: Reviewing,
  given: Verdict,
  at: State,
  read: Read,
  missing?: readonly string[],
): readonly Draft[] {
  const task = theTask(at, id);
  const { verdict, feedback, criteria, flags } = given;
  const findings = numbered(given.findings, task.reviews);
  const review: Draft = {
    actor: seat,
    event: {
      type: "review.given",
      task: id,
      seat,
      ...read,
      verdict,
      feedback,
      ...(findings.length > 0 && { findings: [...findings] }),
      ...(criteria.length > 0 && { criteria: [...criteria] }),
      ...(flags.length > 0 && { flags: [...flags] }),
      ...(missing && { missing: [...missing] }),
    },
  };
  return [review, moveAfter(given, { task, seat, findings, missing }, at)];
}

interface Judged {
  readonly task: Task;
  readonly seat: string;
  readonly findings: readonly ReviewFinding[];
  readonly missing: readonly string[] | undefined;
}

function moveAfter({ verdict, feedback }: Verdict, judged: Judged, at: State): Draft {
  const { task, seat, findings, missing } = judged;
  switch (verdict) {
    case "approved":
      return moveTask(task, "approved", feedback);
    case "rejected":
      return rejectTask(task, findingsRejected(seat, feedback, findings));
    case "changes": {
      const back = findingsToAnswer(seat, feedback, findings, missing);
      return returnTask(
        task,
        "changes",
        { why: `${seat} asks for changes`, feedback: back },
        at.session.policy,
      );
    }
  }
}
