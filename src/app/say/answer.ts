import { decide } from "../../core/decide/decide.ts";
import { appendAnswer } from "../../core/decide/waits/append-answer.ts";
import type { Answer, Wait } from "../../core/decide/waits/wait.ts";
import { type Refusal, refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant, WaitId } from "../../core/terms/ids.ts";
import type { CanUseTools } from "../../core/terms/policy.ts";
import { missingItem } from "../../core/views/inbox/inbox.ts";
import { tell } from "./tell.ts";

/**
 * Answers one item of the inbox. The answer is checked against the head of the log, not against what was shown.
 * `canUseTools`: for an answer that names a model.
 */
export async function answer(
  journal: Journal,
  id: WaitId,
  given: Answer,
  now: Instant,
  canUseTools: CanUseTools = () => undefined,
): Promise<void> {
  await tell(journal, (at, first) => {
    const wait = waitNamed(at, id, now);
    return "refused" in wait ? wait : appendAnswer({ wait, answer: given, at, first, canUseTools });
  });
}

export function waitNamed(at: State, id: WaitId, now: Instant): Wait | Refusal {
  const { waits } = decide(at, now);
  const wait = waits.find((one) => one.id === id);
  if (wait) return wait;
  return refusal(
    missingItem(
      id,
      at.head,
      waits.map((one) => one.id),
    ),
  );
}
