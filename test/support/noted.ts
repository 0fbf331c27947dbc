/** A list of what has happened, which can be waited for. */
export class Noted<T> {
  readonly all: T[] = [];
  readonly #waiting = new Set<() => void>();

  note(one: T): void {
    this.all.push(one);
    for (const look of [...this.#waiting]) look();
  }

  /** Resolves when the list is as wanted. */
  until(isSo: (all: readonly T[]) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isSo(this.all)) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}
