/** What keeps a command inside its worktree. `outer`: a person says that this whole machine is the sandbox. */
export const sandboxKinds = ["bubblewrap", "seatbelt", "outer", "none"] as const;
export type SandboxKind = (typeof sandboxKinds)[number];
