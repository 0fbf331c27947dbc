import { nextAt } from "../../app/look/next-for.ts";
import { livingRunner } from "../../app/run/take-lease.ts";
import { watchSession } from "../../app/run/watch-session.ts";
import { taskNamed } from "../../app/say/task-named.ts";
import { type AtSession, withSession } from "../../app/sessions/with-session.ts";
import type { Signal } from "../../core/ports/signal.ts";
import type { State } from "../../core/state/state.ts";
import { isOver } from "../../core/terms/task-machine.ts";
import { indented, oneLine } from "../../core/views/plain-text.ts";
import { type EndedRun, endedRuns } from "../../core/views/runs/ended-runs.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { closingLine } from "../print/closing-line.ts";
import { headingOf } from "../print/heading.ts";
import { jsonText } from "../print/json-text.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface LogOptions extends CommonOptions {
  readonly follow?: boolean;
  /** All runs, and all lines of each. */
  readonly all?: boolean;
}

/** Without `--all`: so many of the newest runs, and so many of their last lines. */
const mostRuns = 3;
const mostLines = 60;

/** `huddle log [task]`: what the newest commands and checks printed; with `--follow`, what is printed from now on. */
export async function logAct(wire: Wire, task: string | undefined, options: LogOptions): Promise<ExitCode> {
  return withSession(await wire.openProject(), options.session, async (at) => {
    if (task !== undefined) taskNamed(at.files.journal.state(), task);
    return options.follow ? follow(wire, task, options, at) : look(wire, task, options, at);
  });
}

async function look(
  wire: Wire,
  task: string | undefined,
  { all, ...options }: LogOptions,
  at: AtSession,
): Promise<ExitCode> {
  const { id, journal, blobs } = at.files;
  const ended: EndedRun[] = [];
  const watching = watchSession(at.files, (item) => {
    if (item.kind === "fact") ended.push(...endedRuns(item.fact, item.before));
  });
  await watching.told(journal.state().head);
  await watching.stop();
  const wanted = ended.filter((run) => task === undefined || run.task === task);
  const runs = [];
  for (const run of all ? wanted : wanted.slice(-mostRuns)) {
    const printed = run.blob === undefined ? undefined : await blobs.get(run.blob);
    runs.push({ ...run, printed: printed ?? null });
  }
  const lines = runs.flatMap((run) => [headOf(run), ...printedLines(run.printed, all === true)]);
  report(
    wire,
    options,
    { session: id, ...(task !== undefined && { task }), runs },
    [...headingOf(at), ...(lines.length > 0 ? lines : ["No command or check has ended yet."])],
    await nextAt(at),
  );
  return exitCodes.finished;
}

function headOf({ task, title, end }: EndedRun): string {
  return `${task === undefined ? "" : `${task}  `}${oneLine(title)}: ${end}`;
}

function printedLines(printed: string | null, all: boolean): readonly string[] {
  if (printed === null) return ["  (what it printed is not kept)"];
  const lines = printed.trimEnd() === "" ? ["(it printed nothing)"] : printed.trimEnd().split("\n");
  const left = all ? 0 : Math.max(0, lines.length - mostLines);
  const before = left === 0 ? [] : [`(${left} lines before; --all shows them)`];
  return [...before, ...lines.slice(left)].map((line) => indented(line));
}

/** Until the task or the session is over, or the person stops it. */
async function follow(
  wire: Wire,
  task: string | undefined,
  options: LogOptions,
  at: AtSession,
): Promise<ExitCode> {
  const { journal } = at.files;
  const { head } = journal.state();
  const stop = AbortSignal.any([wire.stop(), wire.output.gone]);
  const telling = options.json ? jsonTelling(wire) : plainTelling(wire);
  const isWanted = (of: string | undefined) => task === undefined || of === task;
  const isOverNow = isEnd(journal.state(), task);
  if (!options.json && isOverNow) wire.output.out(`${overWords(journal.state(), task)}\n`);
  else if (!options.json && !(await livingRunner(at.project, at.files)))
    wire.output.out("Nobody is at work on this session. Waiting. (Ctrl-C ends this.)\n");
  const watching = watchSession(at.files, (item) => {
    if (item.kind === "signal") {
      const { signal } = item;
      if (signal.type === "run.printed" && signal.text !== "" && isWanted(signal.task))
        telling.printed(signal);
    } else if (item.fact.seq > head) {
      for (const run of endedRuns(item.fact, item.before)) if (isWanted(run.task)) telling.ended(run);
    }
  });
  try {
    await watching.until((state) => isEnd(state, task), stop);
  } finally {
    await watching.stop();
  }
  if (stop.aborted && !wire.output.gone.aborted) return exitCodes.stopped;
  if (!options.json) wire.output.out(`${closingLine(await nextAt(at), wire.terminal)}\n`);
  return exitCodes.finished;
}

function isEnd({ session, tasks }: State, task: string | undefined): boolean {
  const found = task === undefined ? undefined : tasks[task];
  return session.ending !== undefined || (found !== undefined && isOver(found.state));
}

function overWords({ session }: State, task: string | undefined): string {
  const what = session.ending === undefined && task !== undefined ? task : "This session";
  return `${what} is over: nothing more is printed. huddle log${task === undefined ? "" : ` ${task}`} shows what was.`;
}

type Printing = Extract<Signal, { type: "run.printed" }>;

interface Telling {
  printed(signal: Printing): void;
  ended(run: EndedRun): void;
}

/** Says whose output it is whenever that changes. */
function plainTelling({ output }: Wire): Telling {
  let last = "";
  return {
    printed({ step, run, task, command, text }) {
      const whose = `${step} ${run}`;
      if (whose !== last) output.out(`${task === undefined ? "" : `${task}  `}$ ${oneLine(command)}\n`);
      last = whose;
      output.out(`${indented(text.replace(/\n$/, ""))}\n`);
    },
    ended(run) {
      last = "";
      output.out(`${headOf(run)}\n`);
    },
  };
}

function jsonTelling({ output }: Wire): Telling {
  return {
    printed: (signal) => output.out(`${jsonText(signal)}\n`),
    ended: (run) => output.out(`${jsonText({ type: "run.ended", ...run })}\n`),
  };
}
