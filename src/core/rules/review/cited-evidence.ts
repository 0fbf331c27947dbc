import type { JudgedCriterion } from "../../facts/finding-schema.ts";
import { type Citation, citationsIn } from "../../terms/citations.ts";
import { oneLine } from "../../text/one-line.ts";

/** What a reviewer cites to show that a criterion is met. Each kind can be looked up. */
export type CitedEvidence =
  | { readonly kind: "check"; readonly name: string }
  | { readonly kind: "test"; readonly name: string }
  /** A command that the reviewer ran itself. */
  | { readonly kind: "ran"; readonly command: string }
  /** A path that the commit no longer has. */
  | { readonly kind: "gone"; readonly path: string }
  | { readonly kind: "places"; readonly places: readonly Citation[] };

/** The forms of evidence, as reviewers read them. */
export const evidenceForms =
  "`src/a.js:3` (a place in this commit), `check unit`, `test adds two numbers`, `ran npm start` (a command of yours here) or `gone src/old.js`";

/** Undefined: nothing that could be looked up. */
export function citedEvidence(text: string): CitedEvidence | undefined {
  const words = oneLine(text).trim();
  const [, kind = "", rest = ""] = named.exec(words) ?? [];
  const name = unquoted(rest);
  if (name !== "")
    switch (kind.toLowerCase()) {
      case "check":
        return { kind: "check", name };
      case "test":
        return { kind: "test", name };
      case "ran":
        return { kind: "ran", command: name };
      case "gone":
        return { kind: "gone", path: name };
    }
  const places = citationsIn(words);
  if (places.length > 0) return { kind: "places", places };
  const plain = placeFirst(words);
  return plain && { kind: "places", places: [plain] };
}

/** Files without an ending are only taken for places where a place is asked for: `Makefile:3`. */
function placeFirst(words: string): Citation | undefined {
  const [text, path = "", first = "", last = first] =
    /^`?([^\s:`]+):(\d{1,7})(?:[-–](\d{1,7}))?(?!\d)/u.exec(words) ?? [];
  return text === undefined ? undefined : { text, path, from: Number(first), to: Number(last) };
}

const named = /^`?(check|test|ran|gone)\b[:\s]+(.*)$/i;

function unquoted(words: string): string {
  return words
    .trim()
    .replace(/^["'`]+|["'`.]+$/g, "")
    .trim();
}

/** Evidence of all criteria, each text once. */
export function evidenceIn(criteria: readonly JudgedCriterion[]): readonly string[] {
  return [...new Set(criteria.flatMap(({ evidence }) => evidence))];
}
