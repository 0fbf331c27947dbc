import { type Draft, refusal } from "../facts/fact.ts";
import { exactGlob, globFault, globs } from "../permits/globs.ts";
import type { Permit } from "../terms/policy.ts";
import type { Answered, Answering } from "./waits/answering.ts";
import type { ApprovalAnswer, ApprovalWait } from "./waits/approval.ts";

/** What an answer to an approval appends. Apart from the wait: only here are patterns of paths matched. */
export function answerApproval({ wait, answer, at }: Answering<ApprovalWait, ApprovalAnswer>): Answered {
  switch (answer.kind) {
    case "yes":
      return [resolved(wait, { verdict: "granted" })];
    case "no":
      return [resolved(wait, { verdict: "refused", ...(answer.words !== "" && { reason: answer.words }) })];
    case "always": {
      const permit = permitOf(wait, answer.match);
      if ("refused" in permit) return permit;
      const { permits = [] } = at.session.policy;
      const patch = { permits: [...permits.filter((one) => !isSame(one, permit)), permit] };
      return [
        resolved(wait, { verdict: "granted", always: permit }),
        {
          actor: "human",
          event: { type: "policy.changed", patch, why: `permitted for good: ${permit.match}` },
        },
      ];
    }
  }
}

/** What `always` permits, or why it cannot. */
function permitOf(wait: ApprovalWait, match?: string): Permit | ReturnType<typeof refusal> {
  const { lasting, command, paths } = wait;
  if (lasting === undefined) return refusal(`${wait.id} can only be allowed this once: answer yes or no.`);
  if (lasting === "command")
    return match === undefined && command !== undefined
      ? { kind: "command", match: command }
      : refusal("A command is allowed exactly as it is: answer always, without a pattern.");
  const [first = "", ...others] = paths;
  if (match === undefined)
    return others.length === 0
      ? { kind: "path", match: exactGlob(first) }
      : refusal(
          `It writes ${paths.length} paths. Name a pattern that holds for all of them: always "src/**"`,
        );
  const fault = globFault(match);
  if (fault !== undefined) return refusal(`${match} is no pattern of paths: ${fault}.`);
  const outside = paths.filter((path) => !globs([match])(path));
  if (outside.length > 0) return refusal(`${match} does not hold for ${outside.join(", ")}.`);
  return { kind: "path", match };
}

function isSame(a: Permit, b: Permit): boolean {
  return a.kind === b.kind && a.match === b.match;
}

type Verdict = Pick<Extract<Draft["event"], { type: "approval.resolved" }>, "verdict" | "reason" | "always">;

function resolved({ id, hash }: ApprovalWait, verdict: Verdict): Draft {
  return { actor: "human", event: { type: "approval.resolved", approval: id, hash, ...verdict } };
}
