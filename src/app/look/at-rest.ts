import type { State } from "../../core/state/state.ts";

/** A session that nobody runs: where the last run was told to end, with --until or --max-turns, holds no longer. */
export function atRest(state: State): State {
  return { ...state, runner: undefined };
}
