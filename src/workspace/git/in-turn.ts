const tails = new Map<string, Promise<unknown>>();

/**
 * One after another per key, in this process: two workspaces on one repository share the queue, because git's own
 * bookkeeping of worktrees does not bear adding and removing side by side. Nothing in it may wait on anything else.
 */
export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(key) ?? Promise.resolve();
  const mine = before.then(work);
  const tail = mine.then(
    () => {},
    () => {},
  );
  tails.set(key, tail);
  void tail.then(() => {
    if (tails.get(key) === tail) tails.delete(key);
  });
  return mine;
}
