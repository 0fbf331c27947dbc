/** A small project as a tool writes it, and what Huddle should find in it. */
export interface FixtureProject {
  /** What wrote its files, or how people lay them out. */
  readonly made: string;
  readonly files: Readonly<Record<string, string>>;
  readonly setup?: string;
  /** Names and commands, in order. */
  readonly checks: readonly (readonly [name: string, run: string])[];
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
