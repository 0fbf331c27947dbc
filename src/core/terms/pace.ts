/** At which points a person is asked: at every phase, at scope, plan and ship, or at none. */
export const paces = ["careful", "normal", "auto"] as const;
export type Pace = (typeof paces)[number];
