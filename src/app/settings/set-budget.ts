import { Fault } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { dollars } from "../../core/rules/budget.ts";
import type { Price } from "../../core/terms/money.ts";
import type { Cap, Policy, Seat } from "../../core/terms/policy.ts";

type Budget = NonNullable<Policy["budget"]>;
type PriceOf = (model: string) => Price | undefined;

/** The most a session may spend in total, from the command line: an amount, no limit, or nothing was said. */
export type BudgetWish = Cap & { readonly none?: true };

/**
 * The budget with the person's limit for the whole session. A limit in tokens alone, or none, counts this session in
 * tokens: if a model has no price, money budgets cannot be kept, and those of tasks and members are dropped as well.
 */
export function budgetWith(
  before: Policy["budget"],
  wish: BudgetWish,
  seats: readonly Seat[],
  price: PriceOf,
): Policy["budget"] {
  const { none, ...session } = wish;
  const isAmount = session.micros !== undefined || session.tokens !== undefined;
  if (!isAmount && !none) return before;
  const isKept = session.micros !== undefined || unpriced(seats, price).length === 0;
  const [task, seat] = [before?.task, before?.seat].map((cap) => (isKept ? cap : withoutMoney(cap)));
  return { ...(isAmount && { session }), ...(task && { task }), ...(seat && { seat }) };
}

/** Records the flag as a fact before it counts. */
export async function setBudget(journal: Journal, wish: BudgetWish, price: PriceOf): Promise<void> {
  await journal.append((at) => {
    const { policy, seats } = at.session;
    const budget = budgetWith(policy.budget, wish, seats, price);
    if (budget === undefined || JSON.stringify(budget) === JSON.stringify(policy.budget)) return undefined;
    return [{ actor: "human", event: { type: "policy.changed", patch: { budget }, why: whyOf(wish) } }];
  });
}

function whyOf({ micros, tokens, none }: BudgetWish): string {
  return [
    ...(none ? ["--budget none"] : []),
    ...(micros === undefined ? [] : [`--budget ${dollars(micros)}`]),
    ...(tokens === undefined ? [] : [`--token-budget ${tokens}`]),
  ].join(" ");
}

/** Refuses a money budget if a model's price is unknown: it could not be kept. `command`: what to type again. */
export function checkPrices(
  budget: Policy["budget"],
  seats: readonly Seat[],
  price: PriceOf,
  command: string,
): void {
  const caps = moneyCaps(budget ?? {});
  const missing = unpriced(seats, price);
  if (caps.length === 0 || missing.length === 0) return;
  const models = [...new Set(missing.map((seat) => seat.model))].map((model) => {
    const users = missing.filter((seat) => seat.model === model).map((seat) => seat.id);
    return `  ${model} (${users.join(", ")})`;
  });
  throw new Fault(
    "model.unpriced",
    `There is a budget in money (${caps.join(", ")}), and no price is known for:
${models.join("\n")}
Nothing was asked. Count in tokens instead:  ${command} --token-budget 2000000
or add the price under "prices" in your config.json, in dollars per million tokens.`,
  );
}

function moneyCaps({ session, task, seat }: Budget): readonly string[] {
  const tell = (cap: Cap | undefined, whose: string) =>
    cap?.micros === undefined ? [] : [`${dollars(cap.micros)} ${whose}`];
  return [...tell(session, "for the session"), ...tell(task, "for a task"), ...tell(seat, "for a member")];
}

/** Skips names that stand for no model yet; opening the models reports those. */
export function unpriced<S extends Pick<Seat, "model">>(seats: readonly S[], price: PriceOf): readonly S[] {
  return seats.filter(({ model }) => model.includes("/") && price(model) === undefined);
}

function withoutMoney(cap: Cap | undefined): Cap | undefined {
  return cap?.tokens === undefined ? undefined : { tokens: cap.tokens };
}
