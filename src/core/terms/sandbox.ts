/** What keeps a command inside its worktree. */
export type SandboxKind = "bubblewrap" | "seatbelt" | "outer" | "none";
