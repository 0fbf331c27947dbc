import type { CostLine } from "../../app/look/cost.ts";

const columns: readonly (readonly [string, (line: CostLine) => string | number])[] = [
  ["time", (line) => line.at],
  ["session", (line) => line.session],
  ["phase", (line) => line.phase ?? ""],
  ["task", (line) => line.task ?? ""],
  ["member", (line) => line.member],
  ["model", (line) => line.model],
  ["conversation", (line) => line.thread],
  ["request", (line) => line.ask],
  ["attempt", (line) => line.attempt],
  ["input_tokens", (line) => line.tokens.input],
  ["cache_read_tokens", (line) => line.tokens.cacheRead],
  ["cache_write_tokens", (line) => line.tokens.cacheWrite],
  ["output_tokens", (line) => line.tokens.output],
  ["dollars", (line) => (line.micros === undefined ? "?" : (line.micros / 1_000_000).toFixed(6))],
  ["confirmed", (line) => confirmed[line.end]],
  ["rework", (line) => (line.isRework ? "yes" : "no")],
];

const confirmed: Readonly<Record<CostLine["end"], string>> = {
  used: "yes",
  "not charged": "yes",
  unconfirmed: "no",
  "under way": "under way",
};

/** One row per request, to compare with an invoice. An unconfirmed row holds the most it can have cost. */
export function costCsv(lines: readonly CostLine[]): string {
  const rows = [
    columns.map(([name]) => name),
    ...lines.map((line) => columns.map(([, of]) => cell(of(line)))),
  ];
  return rows.map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** A spreadsheet must not read a name that starts like a formula as one. */
function cell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
