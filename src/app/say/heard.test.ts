import { describe, expect, test } from "vitest";
import { type Waiting, waitingNames, waitsFor } from "../../../test/support/waiting-sessions.ts";
import { Fault } from "../../core/fault.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { itemOf } from "../../core/views/inbox/inbox.ts";
import { parseAnswer, wordsOf } from "../../core/views/inbox/words-of.ts";
import { answer } from "./answer.ts";
import { say } from "./say.ts";

const words = "Please keep the zebra in it";

/** Whether a request has the words, or a person is told that nobody has read them. Waits get their usual answers. */
async function isHeard({ session, requests, model }: Waiting): Promise<boolean> {
  for (let runs = 0; runs < 12; runs++) {
    await session.run({ model });
    if (JSON.stringify(requests).includes("zebra")) return true;
    const [wait] = session.waits;
    if (!wait) return false;
    if (itemOf(session.state, wait).text.includes("zebra")) return true;
    const [usual] = wordsOf(wait).offers.flatMap((offer) => ("answer" in offer ? [offer.answer] : []));
    const held = wait.kind === "task" && wait.why === "held" ? session.state.tasks[wait.task] : undefined;
    if (held) {
      await session.journal.append(() => [moveTask(held, "given", "given back")]);
      continue;
    }
    if (!usual) return false;
    const given = wait.kind === "budget" ? { kind: "grant" as const, tokens: 1_000_000 } : usual;
    await answer(session.journal, wait.id, given, session.clock.now());
  }
  return false;
}

describe("10.33: whatever a person types at a question reaches somebody, or is refused with the reason", () => {
  test.each(waitingNames)("said to the team while this waits: %s", async (name) => {
    const waiting = await waitsFor(name);
    expect(waiting.wait.kind).toBe(name.split(",")[0]);
    await say(waiting.session.journal, words);
    expect(await isHeard(waiting)).toBe(true);
  });

  const typed = [
    words,
    `say ${words}`,
    `back ${words}`,
    `no, ${words}`,
    `yes, but ${words}`,
    `again ${words}`,
  ];
  test.each(waitingNames.flatMap((name) => typed.map((line) => [name, line] as const)))(
    "typed as the answer to %s: %j",
    async (name, line) => {
      const waiting = await waitsFor(name);
      const { session, wait } = waiting;
      const given = parseAnswer(wait, line);
      if ("wrong" in given) {
        expect(given.wrong.length).toBeGreaterThan(20);
        return;
      }
      const refused = await answer(session.journal, wait.id, given, session.clock.now()).catch(
        (error: unknown) => error,
      );
      if (refused instanceof Fault) expect(refused.message.length).toBeGreaterThan(20);
      else expect(await isHeard(waiting)).toBe(true);
    },
  );
});
