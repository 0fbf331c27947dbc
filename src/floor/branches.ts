/** Branches of a session: one for what has landed, one for each task. Worktrees never hold any of them. */
export function integrationRef(session: string): string {
  return `refs/heads/huddle/${session}/main`;
}

export function taskRef(session: string, task: string): string {
  return `refs/heads/huddle/${session}/${task}`;
}
