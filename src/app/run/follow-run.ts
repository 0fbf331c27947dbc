import { decide } from "../../core/decide/decide.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { State } from "../../core/state/state.ts";
import type { Project } from "../project.ts";
import type { RunEnding } from "./run-session.ts";
import { lives } from "./take-lease.ts";

/** How long a viewer waits for a silent runner before it checks that the process is alive. */
const lookMs = 1_000;

/** Resolves with the ending of a run that another process drives, or with "stopped" when `signal` aborts. */
export async function followRun(
  project: Project,
  files: SessionFiles,
  signal: AbortSignal,
): Promise<RunEnding> {
  for (;;) {
    const state = files.journal.state();
    if (signal.aborted) return { kind: "stopped", why: "stopped by you" };
    if (state.session.ending) return { kind: "finished", why: state.session.ending.why };
    if (!state.runner || !(await lives(files, project.processes, project.clock, state.runner)))
      return endedBy(state, project.clock.now());
    const enough = new AbortController();
    const stop = () => enough.abort();
    signal.addEventListener("abort", stop, { once: true });
    await Promise.race([
      files.journal.moved(state.head, enough.signal),
      project.clock.sleep(lookMs, enough.signal),
    ]);
    signal.removeEventListener("abort", stop);
    enough.abort();
  }
}

function endedBy(state: State, now: string): RunEnding {
  const { ending } = decide(state, now);
  if (ending) return ending;
  const why = state.runner?.stopped === undefined ? "its process is gone" : "in its own terminal";
  return { kind: "stopped", why };
}
