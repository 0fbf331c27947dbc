import type { State } from "../core/state/state.ts";

/** The session without a runner: the --until and --max-turns of the last run no longer apply. */
export function atRest(state: State): State {
  return { ...state, runner: undefined };
}
