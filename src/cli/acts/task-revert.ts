import { nextAt } from "../../app/look/next-for.ts";
import { waitingFor } from "../../app/say/cancel-tasks.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { type Revert, revertTask } from "../../app/tasks/revert-task.ts";
import { Fault } from "../../core/fault.ts";
import { indented } from "../../core/views/plain-text.ts";
import { revertWords } from "../../core/views/story/revert-words.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { followedLine } from "../print/followed-line.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";
import { askTrust } from "./ask-trust.ts";
import type { TaskCancelOptions } from "./task-cancel.ts";

/** `huddle task cancel t1 --revert`: what has landed of it is taken back. */
export async function taskRevertAct(
  wire: Wire,
  [id = "", ...more]: readonly string[],
  options: TaskCancelOptions,
): Promise<ExitCode> {
  if (more.length > 0)
    throw new Fault("usage", "Take back one task at a time, the one that landed last first.");
  return withSession(await wire.openProject(), options.session, async (at) => {
    const wanted = { id, sure: options.yes === true };
    const end = await revertTask(at.project, at.files, wanted, {
      signal: wire.stop(),
      askTrust: askTrust(wire, options),
      onFollowed(words) {
        if (!options.json) wire.output.out(`${followedLine(words)}\n`);
      },
    });
    const { journal, id: session } = at.files;
    if (end.kind === "stopped") {
      const next = { command: `huddle task cancel ${id} --revert`, why: "goes on from here" };
      const document = { session, task: id, how: end.kind };
      report(wire, options, document, [...headingOf(at), "Stopped. Nothing is lost."], next);
      return exitCodes.stopped;
    }
    if (end.kind === "stuck") {
      const document = { session, task: id, how: end.kind, id: end.id, why: end.why };
      const lines = [`${id} is not taken back:`, indented(end.why)];
      report(wire, options, document, [...headingOf(at), ...lines], await nextAt(at));
      return exitCodes.fault;
    }
    const waiting = waitingFor(journal.state(), [id]);
    const { kind: _, seq: __, ...settled } = end;
    const lines = [
      revertWords(id, end),
      ...(end.why === undefined ? [] : [indented(end.why)]),
      ...(waiting.length === 0 ? [] : [`Waits for you: ${waiting.join(", ")}. See: huddle inbox`]),
    ];
    const document = { session, task: id, ...settled, waiting };
    report(wire, options, document, [...headingOf(at), ...lines], await nextAt(at));
    return exitOf(end);
  });
}

function exitOf({ how }: Revert): ExitCode {
  if (how === "reverted") return exitCodes.finished;
  return how === "red" ? exitCodes.failed : exitCodes.fault;
}
