import { expect, test } from "vitest";
import { MemoryLog } from "../../../test/support/memory-journal.ts";
import { Past } from "../../../test/support/past.ts";
import { scope } from "../../../test/support/plans.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { say } from "../say/say.ts";
import { tellsFrom, watchFacts } from "./watch-session.ts";

/** Only what watching uses of a session's files. */
function filesOf(log: MemoryLog): SessionFiles {
  return { journal: log.journal() } as SessionFiles;
}

async function opened(): Promise<MemoryLog> {
  const log = new MemoryLog(() => "2026-01-01T00:00:00.000Z");
  const [fact] = Past.opened().facts;
  const event = fact?.event;
  if (event?.type === "session.opened") await log.append(() => [{ actor: "human", event }], {});
  return log;
}

test("facts are told in order with the states around them, also those still to come", async () => {
  const log = await opened();
  const told: string[] = [];
  const watching = watchFacts(filesOf(log), (fact, before, after) =>
    told.push(`${fact.event.type} ${before.head}→${after.head}`),
  );
  await watching.told(1);
  await say(log.journal(), "hello");
  await watching.told(2);
  expect(told).toEqual(["session.opened 0→1", "message.posted 1→2"]);
  expect(watching.state().head).toBe(2);
  await watching.stop();
});

test("a failure of whoever is told is not lost", async () => {
  const watching = watchFacts(filesOf(await opened()), () => {
    throw new Error("no paper");
  });
  await expect(watching.told(1)).rejects.toThrow("no paper");
  await expect(watching.stop()).rejects.toThrow("no paper");
});

test("whoever looks in later is told what is new, and what made something wait for them", () => {
  const past = Past.opened().reaches("refinement");
  past.signals();
  const id = past.submits("scope", scope);
  const tells = tellsFrom(past.state, past.now);
  const { head } = past.state;
  expect([1, Number(id.slice(1)), head, head + 1].map(tells)).toEqual([false, true, false, true]);
});
