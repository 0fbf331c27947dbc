import type { State } from "./state.ts";

/**
 * The state that a fold is making. A reducer puts new values into its fields. It never changes what a field holds,
 * because the state before still shares that.
 */
export type StateDraft = { -readonly [K in keyof State]: State[K] };
