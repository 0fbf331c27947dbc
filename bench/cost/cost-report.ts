import type { Cost, Rendering } from "./cost.ts";

/** Tokens that the two known conversations may take, by the number of their messages and characters sent then. */
const bars: readonly {
  readonly name: string;
  readonly ends: RegExp;
  readonly most: number;
  readonly gotg: number;
}[] = [
  {
    name: "calculator",
    ends: /team-b542caf\/iterations\/iter-1\/conversation\.jsonl$/,
    most: 125_000,
    gotg: 317_000,
  },
  { name: "todo", ends: /conversation-d8ac279\.jsonl$/, most: 95_000, gotg: 218_000 },
];

const firstBar = 8_000;
const coachBar = 3_000;

export function costReport(cost: Cost): string {
  return [
    `${cost.conversation}`,
    `${cost.messages} messages in ${cost.phases.join(", ")}${cost.skipped > 0 ? `; ${cost.skipped} lines left out` : ""}`,
    `Assumed: ${cost.assumed.join("; ")}.`,
    "",
    ...table(
      ["rendering", "kept from", "requests", "sent", "written", "read", "neither", "weighted"],
      cost.renderings.flatMap(rowsOf),
    ),
    "",
    ...cost.renderings.flatMap(detailsOf),
    "",
    ...verdicts(cost),
    "",
    "Tokens are characters / 4; written to a cache counts 1.25, read from it 0.1, neither 1. docs/cost.md says how to read this.",
    "",
  ].join("\n");
}

function rowsOf({ rendering, requests, totals }: Rendering): readonly string[][] {
  return totals.map(({ least, sent, written, read, plain, weighted }) => [
    rendering,
    whole(least),
    whole(requests),
    whole(sent),
    whole(written),
    whole(read),
    whole(plain),
    whole(weighted),
  ]);
}

function detailsOf({ rendering, first, suffixes, largest, within, between }: Rendering): readonly string[] {
  const firsts = first.map(({ phase, characters }) => `${phase} ${whole(characters)}`).join(", ");
  const lasts = suffixes.map(({ kind, characters }) => `${kind} ${whole(characters)}`).join(", ");
  return [
    `${rendering}: characters before the suffix of a phase's first request: ${firsts}`,
    `${rendering}: largest suffix in characters: ${lasts}; largest request ${whole(largest)} tokens`,
    `${rendering}: sent again by the same member ${percent(within.least)} at least, ${percent(within.mean)} on average; by the next member ${percent(between.least)} at least, ${percent(between.mean)} on average`,
  ];
}

function verdicts(cost: Cost): readonly string[] {
  const shared = cost.renderings.find(({ rendering }) => rendering === "shared");
  if (!shared) return [];
  const bar = bars.find(({ ends }) => ends.test(cost.conversation.replaceAll("\\", "/")));
  const coach = shared.suffixes.find(({ kind }) => kind === "coach")?.characters ?? 0;
  return [
    ...(bar
      ? shared.totals.map(({ least, weighted }) =>
          verdict(
            `${bar.name}, shared, kept from ${whole(least)}`,
            weighted,
            bar.most,
            `; gotg ${whole(bar.gotg)}`,
          ),
        )
      : []),
    verdict("first request before the suffix, in characters", shared.first[0]?.characters ?? 0, firstBar),
    verdict("the coach's suffix, in characters", coach, coachBar),
    `same member: ${percent(shared.within.least)} (bar 100 %)  ${shared.within.least === 1 ? "held" : "MISSED"}`,
    `next member: ${percent(shared.between.least)} (bar 80 %)  ${shared.between.least >= 0.8 ? "held" : "MISSED"}`,
  ];
}

function verdict(what: string, measured: number, most: number, more = ""): string {
  return `${what}: ${whole(measured)} (bar ${whole(most)}${more})  ${measured <= most ? "held" : "MISSED"}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  "),
  );
}

function whole(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
