const tails = new Map<string, Promise<unknown>>();

/**
 * Runs work one after another for each key, in this process. Two workspaces on one repository share the queue, because
 * git cannot add and remove worktrees at the same time, and because guards of its settings must not begin while others
 * end. Work in the queue must not wait for anything else.
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
