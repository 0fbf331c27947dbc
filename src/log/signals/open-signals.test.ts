import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/log-fixtures.ts";
import type { SignalServer } from "../../core/ports/sessions.ts";
import type { Signal } from "../../core/ports/signal.ts";
import { openSignals, type SessionSignals } from "./open-signals.ts";

const word = (text: string): Signal => ({ type: "text.delta", thread: "t", ask: 1, seat: "ada", text });

/** The signals of one session, as two processes have them. */
async function twoProcesses(): Promise<readonly [SessionSignals, SessionSignals]> {
  const temporary = await temporaryFolder();
  let head = 0;
  const open = () =>
    openSignals({ addressFile: join(temporary, "signals"), temporary, head: () => (head += 1) });
  return [open(), open()];
}

function follow(signals: SessionSignals): string[] {
  const heard: string[] = [];
  const enough = new AbortController();
  const over = signals.follow(enough.signal, ({ after, signal }) => {
    if (signal.type === "text.delta") heard.push(`${signal.text} after ${after}`);
  });
  onTestFinished(() => {
    enough.abort();
    return over;
  });
  return heard;
}

async function sayUntilHeard(server: SignalServer, text: string, heard: readonly string[]): Promise<void> {
  const look = () => {
    server.emit(word(text));
    expect(heard.join("\n")).toContain(text);
  };
  await vi.waitFor(look, { timeout: 5000, interval: 20 });
}

test("who follows in the runner's own process is told at once and once, others over the socket", async () => {
  const [ours, theirs] = await twoProcesses();
  const [here, there] = [follow(ours), follow(theirs)];
  const server = await ours.serve();
  onTestFinished(() => server.close());
  server.emit(word("first"));
  expect(here).toEqual(["first after 1"]);
  await sayUntilHeard(server, "second", there);
  expect(new Set(here).size).toBe(here.length);
  expect(here).toContain(there.at(-1));
});

test("a runner that was followed by another one goes on as a viewer", async () => {
  const [ours, theirs] = await twoProcesses();
  const here = follow(ours);
  const lost = await ours.serve();
  lost.emit(word("mine"));
  const taken = await theirs.serve();
  onTestFinished(() => taken.close());
  await lost.close();
  await sayUntilHeard(taken, "theirs", here);
  expect(here[0]).toBe("mine after 1");
});
