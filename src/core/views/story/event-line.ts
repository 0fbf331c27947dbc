import type { Fact } from "../../facts/fact.ts";

const longest = 120;

/** Any fact as one line, for a view that shows everything: its type and its fields, long ones cut. */
export function eventLine(fact: Fact): string {
  const { type, ...fields } = fact.event;
  const name = type === "unknown" && "was" in fields ? `${String(fields.was)} (unknown)` : type;
  const told = type === "unknown" ? [] : Object.entries(fields).map(([key, value]) => `${key}=${cut(value)}`);
  return [name, ...told].join(" ");
}

function cut(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length})` : text;
}
