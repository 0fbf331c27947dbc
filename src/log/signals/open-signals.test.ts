import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/support/log-fixtures.ts";
import { Noted } from "../../../test/support/noted.ts";
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

function follow(signals: SessionSignals): Noted<string> {
  const heard = new Noted<string>();
  const enough = new AbortController();
  const over = signals.follow(enough.signal, ({ after, signal }) => {
    if (signal.type === "text.delta") heard.note(`${signal.text} after ${after}`);
  });
  onTestFinished(() => {
    enough.abort();
    return over;
  });
  return heard;
}

/** A signal may be lost while a viewer is still connecting, so it is said until it arrives. */
async function sayUntilHeard(server: SignalServer, text: string, heard: Noted<string>): Promise<void> {
  const again = setInterval(() => server.emit(word(text)), 5);
  await heard.until((all) => all.some((one) => one.startsWith(text)));
  clearInterval(again);
}

test("who follows in the runner's own process is told at once and once, others over the socket", async () => {
  const [ours, theirs] = await twoProcesses();
  const [here, there] = [follow(ours), follow(theirs)];
  const server = await ours.serve();
  onTestFinished(() => server.close());
  server.emit(word("first"));
  expect(here.all).toEqual(["first after 1"]);
  await sayUntilHeard(server, "second", there);
  expect(new Set(here.all).size).toBe(here.all.length);
  expect(here.all).toContain(there.all.at(-1));
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
  expect(here.all[0]).toBe("mine after 1");
});
