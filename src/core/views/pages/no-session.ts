/** What a screen says that is about the open session, while there is none. */
export const noSession = {
  kind: "failed",
  why: "No session is open here. Home (Alt-1) lists all sessions: Enter opens one.",
} as const;
