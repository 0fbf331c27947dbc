import { dollars } from "../../rules/budget.ts";
import type { Cap, Policy } from "../../terms/policy.ts";
import type { Sum } from "./cost.ts";

/** Money as far as it is known. An unknown price is "?", alone or after the known part, and never zero. */
export function moneyText({
  micros,
  unknown,
  requests,
}: Pick<Sum, "micros" | "unknown" | "requests">): string {
  if (unknown === 0) return signed(micros);
  return unknown === requests ? "?" : `${signed(micros)} + ?`;
}

/** A minus sign comes before the dollar sign. */
export function signed(micros: number): string {
  return micros < 0 ? `-${dollars(-micros)}` : dollars(micros);
}

/** 1234567 as 1,234,567: the same on every machine. */
export function grouped(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** A budget, or what is left of one. */
export function capText({ micros, tokens }: Cap): string {
  return [
    ...(micros === undefined ? [] : [signed(micros)]),
    ...(tokens === undefined ? [] : [counted(tokens, "token")]),
  ].join(" and ");
}

/** All budgets of a session, in one line. */
export function budgetText({ session, task, seat }: NonNullable<Policy["budget"]>): string {
  const caps = [
    ...(session ? [`${capText(session)} in all`] : []),
    ...(task ? [`${capText(task)} for a task`] : []),
    ...(seat ? [`${capText(seat)} for a member`] : []),
  ];
  return caps.length > 0 ? caps.join(", ") : "none, so nothing limits what it spends";
}

/** Whose budget, in words: `session`, `task:t3`, `seat:ada`. */
export function accountName(key: string): string {
  const [kind, id = ""] = key.split(":");
  if (kind === "task") return `task ${id}`;
  return kind === "seat" ? id : "the session";
}
