interface Ended {
  readonly name: string;
  readonly command: string;
  /** null: ended by a signal or the time-out. */
  readonly exit: number | null;
}

/** A check by its name, with its command where that is another: `tests (npm test)`. */
export function checkName({ name, command }: Pick<Ended, "name" | "command">): string {
  return name === command ? name : `${name} (${command})`;
}

/** How a check ended: `tests (npm test) exits with 1`. */
export function checkEnded(check: Ended): string {
  return `${checkName(check)} ${check.exit === null ? "was ended" : `exits with ${check.exit}`}`;
}
