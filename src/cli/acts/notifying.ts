import type { AtSession } from "../../app/sessions/with-session.ts";
import { endedNotice, isNeeded, type Notice, neededNotice } from "../../app/unattended/notice.ts";
import type { State } from "../../core/state/state.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import type { Verdict } from "../../core/views/verdict/verdict.ts";
import type { CommonOptions } from "../options.ts";
import { announcement, bell, restingTitle } from "../terminal/announcement.ts";
import type { Wire } from "../wire/wire.ts";

/** Tells the person's terminal and their own command. It never holds a run, and a failure is one line. */
export interface Notifying {
  /** After each event: tells once when something begins to wait, and again only after all of that was settled. */
  look(state: State, lingers: boolean): void;
  ended(state: State, verdict: Verdict): Promise<void>;
  /** Another process runs the session, and tells. */
  leave(): void;
}

export async function openNotifying(
  wire: Wire,
  { json }: CommonOptions,
  { files }: AtSession,
): Promise<Notifying> {
  const run = await wire.notifier();
  const announces = wire.terminal.isTty && !json;
  let isTold = false;
  let isOurs = true;
  let last: Promise<void> = Promise.resolve();
  return {
    look(state, lingers) {
      const now = wire.clock.now();
      const needed = isNeeded(state, now, lingers);
      if (needed && !isTold && isOurs) void tell(neededNotice(files.id, state, now));
      if (!needed && isTold && isOurs && announces && wire.terminal.draws)
        wire.output.out(restingTitle(state.session.title));
      isTold = needed;
    },
    // Who has just stopped it knows.
    ended: async (state, verdict) =>
      isOurs && verdict.ended.kind !== "stopped"
        ? tell(endedNotice(files.id, state, verdict, wire.clock.now()))
        : undefined,
    leave() {
      isOurs = false;
    },
  };

  function tell(notice: Notice): Promise<void> {
    if (announces) wire.output.out(wire.terminal.draws ? announcement(notice) : bell);
    // One after the other, so that the newest is told last.
    last = last.then(async () => {
      const failure = await run?.(notice);
      if (failure !== undefined)
        wire.output.err(`The command in "notify" of your config.json failed: ${oneLine(failure)}\n`);
    });
    return last;
  }
}
