import type { AtSession } from "../../app/sessions/with-session.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Wire } from "../wire/wire.ts";
import { type Concluding, concludeRun } from "./conclude-run.ts";
import { openNotifying } from "./notifying.ts";
import { type PlayOptions, playOnScreen } from "./play-on-screen.ts";

/** A whole run, as a command does it: it plays on the screen, ends, and tells those who did not look on. */
export async function playToEnd(
  wire: Wire,
  options: PlayOptions,
  at: AtSession,
  concluding: Omit<Concluding, "notifying"> = {},
): Promise<ExitCode> {
  const notifying = await openNotifying(wire, options, at);
  const ending = await playOnScreen(wire, options, at, notifying);
  return concludeRun(wire, options, at, ending, { ...concluding, notifying });
}
