import type { BudgetLeft } from "../../rules/budget.ts";
import { oneLine } from "../plain-text.ts";
import type { AttemptLine } from "./attempts.ts";
import { type Share, type Spending, type Sum, spendingOf } from "./cost.ts";
import { accountName, capText, counted, grouped, moneyText, signed } from "./money-text.ts";

/** The totals in a few lines, with what is uncertain apart from what is certain. */
export function costSummary(lines: readonly AttemptLine[]): readonly string[] {
  const spending = spendingOf(lines);
  const { spent, reserved, unconfirmed, all, rework, saved } = spending;
  const cached = lines.some((line) => line.saved !== undefined);
  return [
    row("Spent", spent, about(spent)),
    ...(rework.requests > 0 ? [row("Of this, done again", rework, about(rework))] : []),
    ...(reserved.requests > 0 ? [row("Under way", reserved, `${about(reserved)} at most`)] : []),
    ...(unconfirmed.requests > 0
      ? [row("Unconfirmed", unconfirmed, `${about(unconfirmed)} at most: Huddle does not know what it used`)]
      : []),
    ...(all.requests > spent.requests ? [row("Together", all, about(all))] : []),
    ...(cached ? [`  ${"Caching saved".padEnd(22)} ${signed(saved)}`] : []),
    ...unknownLines(lines),
  ];
}

function row(name: string, sum: Sum, words: string): string {
  return `  ${name.padEnd(22)} ${moneyText(sum)}  (${words})`;
}

function about({ requests, tokens }: Sum): string {
  return `${counted(requests, "request")}, ${counted(tokens, "token")}`;
}

function unknownLines(lines: readonly AttemptLine[]): readonly string[] {
  const unknown = lines.filter((line) => line.micros === undefined);
  const models = [...new Set(unknown.map((line) => oneLine(line.model)))].join(", ");
  const scripted = lines.filter((line) => line.model.startsWith("rehearsal/")).length;
  return [
    ...(unknown.length > 0
      ? [`  ? is an unknown price: ${counted(unknown.length, "request")} to ${models}`]
      : []),
    ...(scripted > 0
      ? [`  ${counted(scripted, "request")} went to a scripted team, which costs nothing`]
      : []),
  ];
}

export function budgetLine({ key, cap, used, left }: BudgetLeft): string {
  const rest = `${capText(used)} used or reserved, ${capText(left)} left`;
  return `  ${`Budget of ${accountName(key)}`.padEnd(22)} ${capText(cap)}: ${rest}`;
}

const columns: readonly (readonly [string, (spending: Spending) => string])[] = [
  ["requests", ({ requests }) => grouped(requests)],
  ["input", ({ tokens }) => grouped(tokens.input)],
  ["cache read", ({ tokens }) => grouped(tokens.cacheRead)],
  ["cache write", ({ tokens }) => grouped(tokens.cacheWrite)],
  ["output", ({ tokens }) => grouped(tokens.output)],
  ["spent", ({ spent }) => moneyText(spent)],
  ["of it again", ({ rework }) => (rework.requests === 0 ? "" : moneyText(rework))],
  ["not sure", ({ reserved, unconfirmed }) => unsure(reserved, unconfirmed)],
  ["together", ({ all, spent }) => (all.requests === spent.requests ? "" : moneyText(all))],
];

/** One line for each name and one for the whole; empty columns are left out. */
export function costTable(by: string, shares: readonly Share[], whole: Spending): readonly string[] {
  const all = shares.length > 1 ? [{ name: "all", spending: whole }] : [];
  const rows = [...shares, ...all].map(({ name, spending }) => [
    oneLine(name),
    ...columns.map(([, text]) => text(spending)),
  ]);
  const heads = [`By ${by}`, ...columns.map(([head]) => head)];
  const kept = heads.map(
    (_, index) => index < 2 || rows.some((cells) => !["", "0"].includes(cells[index] ?? "")),
  );
  const table = [heads, ...rows].map((cells) => cells.filter((_, index) => kept[index]));
  const widths = (table[0] ?? []).map((_, index) =>
    Math.max(...table.map((cells) => cells[index]?.length ?? 0)),
  );
  return [
    "",
    ...table.map((cells) =>
      cells
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join("  ")
        .trimEnd(),
    ),
  ];
}

function unsure(reserved: Sum, unconfirmed: Sum): string {
  const requests = reserved.requests + unconfirmed.requests;
  if (requests === 0) return "";
  return moneyText({
    requests,
    micros: reserved.micros + unconfirmed.micros,
    unknown: reserved.unknown + unconfirmed.unknown,
  });
}
