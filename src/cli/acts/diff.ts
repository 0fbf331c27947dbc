import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { diffOf } from "../../app/tasks/diff.ts";
import { changedFiles } from "../../core/text/changed-files.ts";
import { painter } from "../../core/views/rows/theme.ts";
import { statLines } from "../../core/views/task/stat-lines.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { closingLine } from "../print/closing-line.ts";
import { diffLines } from "../print/diff-lines.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface DiffOptions extends CommonOptions {
  /** Only which files, and how many lines. */
  readonly stat?: boolean;
  /** The worktree as it is, with what is not committed. */
  readonly work?: boolean;
}

/** `huddle diff [task]`: what a task changes, or all that has landed; in the pager where there is a terminal. */
export async function diffAct(
  wire: Wire,
  named: string | undefined,
  options: DiffOptions,
): Promise<ExitCode> {
  const project = await wire.openProject();
  const isSession = named !== undefined && (await project.sessions.list()).includes(named);
  const session = isSession ? named : options.session;
  return withSession(project, session, async (at) => {
    const task = isSession ? undefined : named;
    const shown = await diffOf(project, at.files, {
      ...(task !== undefined && { task }),
      isWork: options.work === true,
    });
    const { text, ...about } = shown;
    const next = await nextAt(at);
    const isEmpty = text.trim() === "";
    const document = { session: at.files.id, ...(task !== undefined && { task }), ...about };
    const heading = [...headingOf(at), `${about.what}:${isEmpty ? " no difference" : ""}`];
    if (options.json || options.stat || isEmpty) {
      const files = changedFiles(text);
      const lines = isEmpty ? [] : statLines(files);
      const whole = options.stat ? {} : { diff: text };
      report(wire, options, { ...document, files, ...whole }, [...heading, ...lines], next);
      return exitCodes.finished;
    }
    const lines = [...heading, ...diffLines(text, painter(wire.terminal.colour)), ""].join("\n");
    if (!(await wire.page(lines))) wire.output.out(lines);
    wire.output.out(`${closingLine(next, wire.terminal)}\n`);
    return exitCodes.finished;
  });
}
