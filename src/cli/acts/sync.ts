import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { branchToSync, type Syncing, syncSession } from "../../app/ship/sync-session.ts";
import { indented } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { followedLine } from "../print/followed-line.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";

/** `huddle sync [branch]`: brings what has landed up to date with a branch. */
export async function syncAct(wire: Wire, options: CommonOptions, named?: string): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const branch = await branchToSync(at.project, at.files, named);
    const syncing = await syncSession(at.project, at.files, branch, {
      signal: wire.stop(),
      askTrust: askTrust(wire, options),
      onFollowed(words) {
        if (!options.json) wire.output.out(`${followedLine(words)}\n`);
      },
    });
    const lines = [...headingOf(at), ...linesOf(syncing, branch)];
    const next =
      syncing.kind === "stopped" ? { command: "huddle sync", why: "goes on from here" } : await nextAt(at);
    report(wire, options, { session: at.files.id, ...syncing }, lines, next);
    return exitOf(syncing);
  });
}

function linesOf(syncing: Syncing, branch: string): readonly string[] {
  if (syncing.kind === "stopped") return ["Stopped. Nothing is lost."];
  if (syncing.kind === "stuck") return [`Not caught up with ${branch}:`, indented(syncing.why)];
  switch (syncing.how) {
    case "nothing":
      return [`${branch} has nothing new.`];
    case "merged":
      return [`Caught up with ${branch}, at ${syncing.at.slice(0, 12)}.`];
    case "conflict":
      return [syncing.why ?? ""];
    case "red":
      return [
        `Merged with ${branch}, the checks fail, so nothing was moved:`,
        indented(syncing.why ?? ""),
        `  If ${branch} itself is red, mend it there, then type: huddle sync`,
      ];
  }
}

function exitOf(syncing: Syncing): ExitCode {
  if (syncing.kind === "stopped") return exitCodes.stopped;
  if (syncing.kind === "stuck") return exitCodes.fault;
  if (syncing.how === "red") return exitCodes.failed;
  return syncing.how === "conflict" ? exitCodes.fault : exitCodes.finished;
}
