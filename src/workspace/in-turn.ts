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

const slots = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

/** Runs work with each key at most so many at a time, in this process, in the order in which it came. */
export async function inSlots<T>(key: string, most: number, work: () => Promise<T>): Promise<T> {
  const slot = slots.get(key) ?? { running: 0, waiting: [] };
  slots.set(key, slot);
  if (slot.running >= most) await new Promise<void>((resolve) => slot.waiting.push(resolve));
  else slot.running += 1;
  try {
    return await work();
  } finally {
    // Whoever waits takes the place over, so nobody comes between.
    const next = slot.waiting.shift();
    if (next) next();
    else slot.running -= 1;
    if (slot.running === 0) slots.delete(key);
  }
}
