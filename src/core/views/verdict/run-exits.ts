/** The exit codes of a run. Scripts and the file verdict.json rely on them. */
export const runExits = { finished: 0, waiting: 3, overBudget: 4, failed: 5, stopped: 130 } as const;
export type RunExit = (typeof runExits)[keyof typeof runExits];
