import { expect, test } from "vitest";
import { MemoryLog } from "../../../test/support/memory-journal.ts";
import { Past } from "../../../test/support/past.ts";
import { scope } from "../../../test/support/plans.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Emitted } from "../../core/ports/signal.ts";
import type { FeedItem } from "../../core/views/now/feed.ts";
import { say } from "../say/say.ts";
import { tellsFrom, watchSession } from "./watch-session.ts";

const noAbort = new AbortController().signal;

/** A session with one fact, as far as watching uses it, and a way to give signals. */
async function opened() {
  const log = new MemoryLog(() => "2026-01-01T00:00:00.000Z");
  const [fact] = Past.opened().facts;
  const event = fact?.event;
  if (event?.type === "session.opened") await log.append(() => [{ actor: "human", event }], {});
  let hear: (emitted: Emitted) => void = () => {};
  const files = {
    journal: log.journal(),
    followSignals(signal, tell) {
      hear = tell;
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    },
  } as SessionFiles; // nothing else of it is used
  const emit = (text: string, after: number) =>
    hear({ after, signal: { type: "text.delta", thread: "t", ask: 1, seat: "ada", text } });
  return { log, files, emit };
}

function words(item: FeedItem): string {
  if (item.kind === "fact") return `${item.fact.event.type} ${item.before.head}→${item.after.head}`;
  return item.signal.type === "text.delta" ? item.signal.text : item.signal.type;
}

test("facts are reported in order with the states around them, including those still to come", async () => {
  const { log, files } = await opened();
  const told: string[] = [];
  const watching = watchSession(files, (item) => told.push(words(item)));
  await watching.told(1);
  await say(log.journal(), "hello");
  await watching.told(2);
  expect(told).toEqual(["session.opened 0→1", "message.posted 1→2"]);
  expect(watching.state().head).toBe(2);
  await watching.stop();
});

test("a signal comes after the facts that it followed, and before those that followed it", async () => {
  const { log, files, emit } = await opened();
  const told: string[] = [];
  const watching = watchSession(files, (item) => told.push(words(item)));
  emit("early", 1); // nothing was reported yet
  await watching.told(1);
  emit("at once", 1);
  emit("of the future", 2);
  await say(log.journal(), "hello");
  await watching.told(2);
  emit("late", 1);
  expect(told).toEqual([
    "session.opened 0→1",
    "early",
    "at once",
    "message.posted 1→2",
    "of the future",
    "late",
  ]);
  await watching.stop();
  emit("unheard", 2);
  expect(told).toHaveLength(6);
});

test("a state can be waited for, until it is reported or the wait is aborted", async () => {
  const { log, files } = await opened();
  const watching = watchSession(files, () => {});
  const twice = watching.until(({ head }) => head === 2, noAbort);
  const stop = new AbortController();
  const never = watching.until(() => false, stop.signal);
  await say(log.journal(), "hello");
  await twice;
  stop.abort();
  await never;
  await watching.stop();
});

test("a failure of the listener is not lost, and does not reach the sender of the signal", async () => {
  const failing = (): never => {
    throw new Error("no paper");
  };
  const facts = watchSession((await opened()).files, failing);
  await expect(facts.told(1)).rejects.toThrow("no paper");
  await expect(facts.stop()).rejects.toThrow("no paper");
  const { files, emit } = await opened();
  const signals = watchSession(files, (item) => (item.kind === "signal" ? failing() : undefined));
  await signals.told(1);
  emit("hello", 1);
  await expect(signals.told(2)).rejects.toThrow("no paper");
});

test("a late viewer sees what is new, and what made something wait for them", () => {
  const past = Past.opened().reaches("refinement");
  past.signals();
  const id = past.submits("scope", scope);
  const tells = tellsFrom(past.state, past.now);
  const { head } = past.state;
  expect([1, Number(id.slice(1)), head, head + 1].map(tells)).toEqual([false, true, false, true]);
});
