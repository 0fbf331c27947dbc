import type { Check, Permit, Policy, Seat, Setup } from "../../core/terms/policy.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { budgetText } from "../../core/views/cost/money-text.ts";

const many: Readonly<Record<Seat["role"], string>> = {
  engineer: "engineers",
  coach: "the coach",
  architect: "the architect",
};

/** `engineers use openai/gpt-5`: `changed` are the members of the team whose model is another one now. */
export function modelWords(changed: readonly Seat[], team: readonly Seat[]): string {
  const models = [...new Set(changed.map(({ model }) => model))];
  const words = models.map((model) => {
    const users = changed.filter((seat) => seat.model === model);
    if (users.length === team.length) return `all members use ${model}`;
    const names = namesOf(users, team);
    const isOne = names.length === 1 && names[0] !== many.engineer;
    return `${names.join(" and ")} ${isOne ? "uses" : "use"} ${model}`;
  });
  return words.join(", ");
}

function namesOf(users: readonly Seat[], team: readonly Seat[]): readonly string[] {
  const roles = [...new Set(users.map(({ role }) => role))];
  return roles.flatMap((role) => {
    const [some, all] = [users, team].map((seats) => seats.filter((seat) => seat.role === role));
    return some?.length === all?.length ? [many[role]] : (some ?? []).map(({ id }) => id);
  });
}

/** "tests are now `pnpm test`, the budget is $10.00": what a change of the policy says to a person. */
export function policyWords(patch: Partial<Policy>, before: Policy): string {
  const { checks, setup, commands, write, permits, wait, parallel, turns, turnsIn, output, budget } = patch;
  const { planning, review, stops } = patch;
  return [
    ...(checks ? checksWords(checks, before.checks) : []),
    ...(setup !== undefined ? [setupWords(setup)] : []),
    ...(commands ? [commandWords[commands]] : []),
    ...(write ? ["what engineers may write is other than before"] : []),
    ...(permits ? [permitWords(permits)] : []),
    ...(wait === undefined ? [] : [`without you, a yes is waited for ${Math.round(wait / 1000)} s`]),
    ...(parallel === undefined
      ? []
      : [`at most ${parallel === 1 ? "one task is" : `${parallel} tasks are`} built at once`]),
    ...(planning ? [planningWords[planning]] : []),
    ...(review ? [reviewWords[review.by]] : []),
    ...(stops ? [stopWords[stops]] : []),
    ...(budget ? [budgetWords(budget)] : []),
    ...(turns !== undefined || turnsIn ? ["the number of turns in a phase is another one"] : []),
    ...(output ? ["the longest reply is another one"] : []),
  ].join(", ");
}

function setupWords(setup: Setup | null): string {
  return setup ? `set-up is now \`${setup.run}\`` : "there is no set-up any more";
}

const commandWords: Readonly<Record<NonNullable<Policy["commands"]>, string>> = {
  free: "engineers can run commands in their worktrees, in a sandbox",
  ask: "engineers ask you before each command",
  none: "engineers run no commands",
};

const planningWords: Readonly<Record<NonNullable<Policy["planning"]>, string>> = {
  auto: "engineers plan a task first where no pre-code review settled the approach",
  on: "engineers plan every task before they write",
  off: "engineers write without a plan of their own",
};

const reviewWords: Readonly<Record<NonNullable<Policy["review"]>["by"], string>> = {
  architect: "the architect reviews what is built",
  peers: "engineers review what others build",
};

const stopWords: Readonly<Record<NonNullable<Policy["stops"]>, string>> = {
  none: "nothing stops between the layers of tasks",
  layer: "you look at each layer of tasks before the next one begins",
};

function permitWords(permits: readonly Permit[]): string {
  if (permits.length === 0) return "nothing is permitted for good any more";
  return `permitted for good: ${permits.map(({ match }) => `\`${oneLine(match)}\``).join(", ")}`;
}

function checksWords(now: Policy["checks"], before: Policy["checks"]): readonly string[] {
  const words = [
    ...listWords("the checks", now.full, before.full),
    ...(isSame(now.quick, now.full) && isSame(before.quick, before.full)
      ? []
      : listWords("the checks of a task", now.quick, before.quick)),
    ...(now.timeoutMs === before.timeoutMs ? [] : [`a check may take ${now.timeoutMs / 1000} s`]),
  ];
  return words.length > 0 ? words : listWords("the checks of a task", now.quick, before.quick);
}

/** Names the one check that differs, or all of them. */
function listWords(what: string, now: readonly Check[], before: readonly Check[]): readonly string[] {
  if (isSame(now, before)) return [];
  if (now.length === 0) return [`${what} are gone, so nothing is tested`];
  const other = now.filter((check) => !before.some((one) => isSame(check, one)));
  const [only] = other;
  if (only && other.length === 1 && now.length === before.length)
    return [`${isTest(only) ? "tests are" : `${only.name} is`} now \`${only.run}\``];
  return [`${what} are now ${now.map(({ run }) => `\`${run}\``).join(", ")}`];
}

function isTest({ name, run }: Check): boolean {
  return /^tests?$/.test(name) || name === run;
}

function budgetWords(budget: NonNullable<Policy["budget"]>): string {
  return Object.keys(budget).length === 0 ? "there is no budget" : `the budget is ${budgetText(budget)}`;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
