import { withSession } from "../../app/sessions/with-session.ts";
import { heldTask } from "../../app/tasks/give-task.ts";
import { placeOf } from "../../app/tasks/take-task.ts";
import { Fault } from "../../core/fault.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle task open t1`: the person's editor, in the worktree of a task that they have. */
export async function taskOpenAct(wire: Wire, id: string, options: CommonOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    const task = heldTask(at.files.journal.state(), id);
    const worktree = await placeOf(at.project, at.files, task);
    if (worktree === undefined)
      throw new Fault("worktree.lost", `The worktree of ${id} is gone. A new one: huddle task take ${id}`);
    const exit = await wire.editFolder(worktree);
    if (exit !== 0) {
      const advice = exit === 127 ? " Say which editor you want: export EDITOR=nano" : "";
      throw new Fault(
        "refused",
        `${wire.editor} ended with ${exit ?? "a signal"}.${advice}\nThe worktree: ${worktree}`,
      );
    }
    const document = { session: at.files.id, task: id, worktree };
    report(wire, options, document, [...headingOf(at), `${id} is still with you: ${worktree}`], {
      command: `huddle task give ${id}`,
      why: "gives it back to its engineer, with what you have changed",
    });
    return exitCodes.finished;
  });
}
