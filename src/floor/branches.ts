/** Branches of a session: one for what has landed, one for each task. No worktree has any of them checked out. */
export function integrationRef(session: string): string {
  return `refs/heads/huddle/${session}/main`;
}

export function taskRef(session: string, task: string): string {
  return `refs/heads/huddle/${session}/${task}`;
}
