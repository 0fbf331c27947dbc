import { appendAnswer } from "../../core/decide/append-answer.ts";
import { decide } from "../../core/decide/decide.ts";
import type { Answer, Wait } from "../../core/decide/waits/wait.ts";
import { type Refusal, refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant, WaitId } from "../../core/terms/ids.ts";
import type { CanUseTools } from "../../core/terms/policy.ts";
import { type InboxItem, itemOf, missingItem, showsTheSame } from "../../core/views/inbox/inbox.ts";
import type { Permits } from "../project.ts";
import { tell } from "./tell.ts";

/** What an answer may need beyond the session. */
export interface Answerer {
  /** For an answer that names a model. */
  readonly canUseTools?: CanUseTools;
  /** Keeps what the person allows for good. Left out: it is allowed in this session alone, until its next run. */
  readonly permits?: Pick<Permits, "keep">;
  /** What the person was shown. If something else waits under its name by now, the answer is refused. */
  readonly seen?: InboxItem;
}

/** Answers one item of the inbox. The answer is checked against the head of the log, inside the append. */
export async function answer(
  journal: Journal,
  id: WaitId,
  given: Answer,
  now: Instant,
  { canUseTools = () => undefined, permits, seen }: Answerer = {},
): Promise<void> {
  const told = await tell(journal, (at, first) => {
    const wait = waitNamed(at, id, now);
    if ("refused" in wait) return wait;
    if (seen && !showsTheSame(seen, itemOf(at, wait)))
      return refusal(`${id} has changed since you looked, so nothing was done. Look again: huddle inbox`);
    return appendAnswer({ wait, answer: given, at, first, canUseTools });
  });
  if (told.kind !== "done") return;
  for (const { event } of told.facts)
    if (event.type === "approval.resolved" && event.always) await permits?.keep(event.always);
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
