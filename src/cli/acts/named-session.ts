import { Fault } from "../../core/fault.ts";
import type { CommonOptions } from "../options.ts";

/** For commands that change a session for good: it is named, as an argument or with `--session`, and never guessed. */
export function namedSession(
  command: string,
  argument: string | undefined,
  { session }: CommonOptions,
): string {
  if (argument !== undefined && session !== undefined && argument !== session)
    throw new Fault("usage", `Two sessions are named, ${argument} and ${session}. Name one.`);
  const named = argument ?? session;
  if (named === undefined)
    throw new Fault("usage", `Say which session: huddle ${command} <session>. All of them: huddle sessions`);
  return named;
}
