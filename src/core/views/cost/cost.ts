import { type AttemptLine, noTokens, sumOf, type Tokens } from "./attempts.ts";

/** A sum of money and tokens. Money counts only where prices are known. */
export interface Sum {
  readonly requests: number;
  readonly tokens: number;
  /** Millionths of a dollar, of the requests whose price is known. */
  readonly micros: number;
  /** Requests whose price is unknown: what they cost is not in `micros`, and is not zero. */
  readonly unknown: number;
}

/** What was spent, and on what. Budgets are checked against `spent`, `reserved` and `unconfirmed`. */
export interface Spending {
  /** Every attempt is a request to a provider. */
  readonly requests: number;
  /** What was spent, by class. */
  readonly tokens: Tokens;
  readonly spent: Sum;
  /** Reserved for attempts under way. */
  readonly reserved: Sum;
  /** Attempts whose end Huddle did not see, at the most they can have cost. */
  readonly unconfirmed: Sum;
  /** The sum of these three: what counts against a budget. */
  readonly all: Sum;
  /** The part of `spent` that was done again. */
  readonly rework: Sum;
  /** What caching saved, in millionths of a dollar; below zero if writing has cost more so far. */
  readonly saved: number;
}

export function spendingOf(lines: readonly AttemptLine[]): Spending {
  const ended = (...ends: AttemptLine["end"][]) => lines.filter((line) => ends.includes(line.end));
  const spent = ended("used", "not charged");
  return {
    requests: lines.length,
    tokens: spent.reduce((all, { tokens }) => plus(all, tokens), noTokens),
    spent: sum(spent),
    reserved: sum(ended("under way")),
    unconfirmed: sum(ended("unconfirmed")),
    all: sum(lines),
    rework: sum(spent.filter((line) => line.isRework)),
    saved: lines.reduce((all, { saved = 0 }) => all + saved, 0),
  };
}

export interface Share {
  readonly name: string;
  readonly spending: Spending;
}

/** The same for each name, in the order in which the names first appear. */
export function spendingBy<T extends AttemptLine>(
  lines: readonly T[],
  nameOf: (line: T) => string,
): readonly Share[] {
  const groups = new Map<string, T[]>();
  for (const line of lines) {
    const group = groups.get(nameOf(line));
    if (group) group.push(line);
    else groups.set(nameOf(line), [line]);
  }
  return [...groups].map(([name, group]) => ({ name, spending: spendingOf(group) }));
}

export const costNames = {
  phase: (line: AttemptLine) => line.phase ?? "before any phase",
  task: (line: AttemptLine) => line.task ?? "talk",
  member: (line: AttemptLine) => line.member,
  model: (line: AttemptLine) => line.model,
} as const;
export type CostName = keyof typeof costNames;

function sum(lines: readonly AttemptLine[]): Sum {
  return {
    requests: lines.length,
    tokens: lines.reduce((all, { tokens }) => all + sumOf(tokens), 0),
    micros: lines.reduce((all, { micros = 0 }) => all + micros, 0),
    unknown: lines.filter((line) => line.micros === undefined).length,
  };
}

function plus(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
  };
}
