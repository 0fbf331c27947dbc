import { Fault } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { Instant, WaitId } from "../../core/terms/ids.ts";
import { parseAnswer } from "../../core/views/inbox/words-of.ts";
import { type Answerer, answer, waitNamed } from "./answer.ts";

/** Answers an item of the inbox with typed words. */
export async function replyTo(
  journal: Journal,
  id: WaitId,
  typed: string,
  now: Instant,
  answerer?: Answerer,
): Promise<void> {
  const wait = waitNamed(journal.state(), id, now);
  if ("refused" in wait) throw new Fault("refused", wait.refused);
  const given = parseAnswer(wait, typed);
  if ("wrong" in given) throw new Fault("refused", given.advice ?? given.wrong);
  await answer(journal, id, given, now, answerer);
}
