import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/log-fixtures.ts";
import { FileWatch } from "./file-watch.ts";

const noAbort = () => new AbortController().signal;
/** Watches that keep this process alive. */
const held = () => process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap").length;

async function watched(path?: string) {
  const file = path ?? join(await temporaryFolder(), "file");
  if (path === undefined) await writeFile(file, "");
  let hasGrown = false;
  const watch = new FileWatch(file, () => hasGrown);
  onTestFinished(() => watch.close());
  const grow = async () => {
    hasGrown = true;
    await appendFile(file, "x");
  };
  return { watch, grow, grows: () => (hasGrown = true) };
}

/** Whether it is over once everything that is due has run. */
async function isOver(waiting: Promise<void>): Promise<boolean> {
  let over = false;
  void waiting.then(() => {
    over = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return over;
}

describe("whoever waits for a file", () => {
  test("hears that it has grown, again and again", async () => {
    const { watch, grow } = await watched();
    for (let times = 0; times < 2; times += 1) {
      const waiting = Promise.all([watch.next(noAbort()), watch.next(noAbort())]);
      await grow();
      await waiting;
    }
  });

  test("waits on until it is woken, also by the end of the watch", async () => {
    const { watch } = await watched();
    const waiting = watch.next(noAbort());
    expect(await isOver(waiting)).toBe(false);
    watch.wake();
    await waiting;
    const last = watch.next(noAbort());
    watch.close();
    await last;
  });

  test("does not wait with a signal that has aborted, and no longer once it aborts", async () => {
    const { watch } = await watched();
    const [stop, other] = [new AbortController(), new AbortController()];
    const [waiting, others] = [watch.next(stop.signal), watch.next(other.signal)];
    stop.abort();
    await waiting;
    expect(await isOver(others)).toBe(false);
    const before = held();
    await watch.next(stop.signal);
    expect(held()).toBe(before);
  });

  test("keeps the process alive, and nothing does afterwards", async () => {
    const { watch } = await watched();
    await new Promise((resolve) => setImmediate(resolve)); // watches that were closed are gone now
    const before = held();
    const set = vi.spyOn(globalThis, "setInterval");
    onTestFinished(() => set.mockRestore());
    const holds = () => [held() - before, set.mock.results.map(({ value }) => value.hasRef())];
    const [one, two] = [new AbortController(), new AbortController()];
    const all = [watch.next(one.signal), watch.next(two.signal), watch.next(two.signal)];
    expect(holds()).toEqual([1, [true]]);
    one.abort();
    expect(holds()).toEqual([1, [true]]);
    two.abort();
    await Promise.all(all);
    expect(holds()).toEqual([0, [false]]);
    const again = watch.next(noAbort());
    expect(holds()).toEqual([1, [true]]);
    watch.close();
    await again;
    await new Promise((resolve) => setImmediate(resolve));
    expect(held()).toBe(before);
  });

  test("shares one wait with everybody who has the same signal, and leaves no listener on it", async () => {
    const { watch } = await watched();
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, "addEventListener");
    const removed = vi.spyOn(stop.signal, "removeEventListener");
    expect(watch.next(stop.signal)).toBe(watch.next(stop.signal));
    watch.wake();
    await watch.next(AbortSignal.abort());
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
  });

  test("where the system cannot watch, hears of it within a second, and not before it is so", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { watch, grows } = await watched(join(await temporaryFolder(), "none"));
    const waiting = watch.next(noAbort());
    vi.advanceTimersByTime(1000);
    expect(await isOver(waiting)).toBe(false);
    grows();
    expect(await isOver(waiting)).toBe(false);
    vi.advanceTimersByTime(1000);
    await waiting;
  });
});
