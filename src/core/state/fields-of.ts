import type { State } from "./state.ts";

/**
 * The fields of a state that the fold at work alone holds, to be changed without copying it. Only for reducers: whoever
 * calls `fold` gets a state of their own, and what they gave stays as it was. One field at a time is several times as
 * fast as a patch.
 */
export function fieldsOf(own: State): { -readonly [K in keyof State]: State[K] } {
  return own;
}
