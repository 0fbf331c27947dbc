import type { Step } from "../../core/decide/step.ts";
import { byHarness, refusal } from "../../core/facts/fact.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";

/** Nobody was there to say yes in time, so it is a no. Whoever asked goes on with that. */
export async function expire(context: StepContext<Extract<Step, { kind: "expire" }>>): Promise<void> {
  const { approval } = context.step;
  const done = await context.journal.append((at) => {
    const wanted = at.approvals[approval];
    if (!wanted || !mayBegin(context, at)) return refusal("no longer wanted");
    const { hash } = wanted;
    return [byHarness({ type: "approval.resolved", approval, hash, verdict: "expired" })];
  });
  if (done.kind !== "done") throw new NoLongerWanted();
}
