import type { Seat } from "../../terms/policy.ts";
import type { StoryKind } from "../story/story-line.ts";

export type Style =
  | "bold"
  | "dim"
  | "good"
  | "bad"
  | "warn"
  | "decided"
  | "name"
  | "chosen"
  | CodeStyle
  | `member${number}`;

/** Parts of code. */
type CodeStyle = "comment" | "string" | "number" | "keyword";

/** The one place that chooses colours: from the sixteen that every terminal has, so that its own theme decides. */
const codes: Readonly<Record<string, string>> = {
  bold: "1",
  dim: "2",
  good: "32",
  bad: "31",
  warn: "33",
  decided: "1;33",
  name: "1",
  chosen: "7",
  comment: "2",
  string: "36",
  number: "33",
  keyword: "35",
};

const memberCodes = ["36", "35", "94", "33", "96", "95", "92", "34"];

export type Paint = (style: Style, text: string) => string;

export function painter(colour: boolean): Paint {
  if (!colour) return (_, text) => text;
  return (style, text) => (text === "" ? "" : `\u001b[${codeOf(style)}m${text}\u001b[0m`);
}

function codeOf(style: Style): string {
  const member = /^member(\d+)$/.exec(style)?.[1];
  if (member === undefined) return codes[style] ?? "0";
  return `1;${memberCodes[Number(member) % memberCodes.length]}`;
}

/** Each member keeps one colour through the session, by their place in the team. */
export function nameStyle(seats: readonly Seat[], who: string): Style {
  const place = seats.findIndex((seat) => seat.id === who);
  return place < 0 ? "name" : `member${place}`;
}

interface Look {
  readonly sign: string;
  readonly style: Style | undefined;
}

/** A sign beside the colour, so that colour is never the only difference. */
export function lookOf(kind: StoryKind): Look {
  const looks: Partial<Record<StoryKind, Look>> = {
    passed: { sign: "", style: "dim" },
    decision: { sign: "◆ ", style: "decided" },
    question: { sign: "? ", style: "bold" },
    answer: { sign: "→ ", style: "bold" },
    accepted: { sign: "✓ ", style: "good" },
    returned: { sign: "↩ ", style: "warn" },
    working: { sign: "", style: "dim" },
    green: { sign: "✓ ", style: "good" },
    red: { sign: "✗ ", style: "bad" },
    approved: { sign: "✓ ", style: "good" },
    changes: { sign: "! ", style: "warn" },
    landed: { sign: "✓ ", style: "good" },
    shipped: { sign: "✓ ", style: "good" },
    note: { sign: "", style: "dim" },
    trouble: { sign: "✗ ", style: "bad" },
  };
  return looks[kind] ?? { sign: "", style: undefined };
}
