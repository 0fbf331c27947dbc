import type { Flag } from "../../core/facts/check-result-schema.ts";
import { citedEvidence, evidenceForms } from "../../core/rules/review/cited-evidence.ts";
import type { Criterion } from "../../core/rules/review/criteria-of.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { Verdict } from "../../tools/ends/review-complete.ts";

/** What a verdict has to answer. */
export interface Asked {
  readonly criteria: readonly Criterion[];
  readonly flags: readonly Flag[];
  /** Findings that its author refutes with a test that passes on the commit that was judged. */
  readonly refuted: readonly string[];
}

/** What is wrong with a verdict by itself, whatever the commit holds. Only an approval has to be complete. */
export function verdictFaults(given: Verdict, asked: Asked): readonly string[] {
  return [
    ...unknownIds("criterion", "criteria", given.criteria, asked.criteria),
    ...unknownIds("flag", "flags", given.flags, asked.flags),
    ...evidenceShapes(given),
    ...(given.verdict === "approved"
      ? [...openCriteria(given, asked), ...openFlags(given, asked)]
      : openRefutations(given, asked)),
  ];
}

type Named = readonly { readonly id: string }[];

function unknownIds(one: string, all: string, given: Named, asked: Named): readonly string[] {
  const unknown = missingFrom(given, asked);
  const twice = given.filter(({ id }, index) => given.findIndex((other) => other.id === id) < index);
  const known = asked.length === 0 ? `There are no ${all}.` : `There are: ${ids(asked)}.`;
  return [
    ...(unknown.length > 0 ? [`There is no ${one} ${ids(unknown)}. ${known}`] : []),
    ...(twice.length > 0 ? [`Judged twice: ${ids(twice)}. Give each ${one} once.`] : []),
  ];
}

function evidenceShapes({ criteria }: Verdict): readonly string[] {
  const bare = criteria.filter(({ met, evidence }) => met === "yes" && evidence.length === 0);
  const vague = criteria.flatMap(({ id, evidence }) =>
    evidence.filter((text) => citedEvidence(text) === undefined).map((text) => `${id} "${oneLine(text)}"`),
  );
  return [
    ...(bare.length > 0 ? [`Nothing shows that ${ids(bare)} holds. Give evidence: ${evidenceForms}.`] : []),
    ...(vague.length > 0
      ? [`This cannot be looked up: ${vague.join(", ")}. Evidence begins with what it is: ${evidenceForms}.`]
      : []),
  ];
}

function openCriteria({ criteria }: Verdict, asked: Asked): readonly string[] {
  const open = missingFrom(asked.criteria, criteria);
  const unmet = criteria.filter(({ met }) => met === "no");
  const silent = criteria.filter(({ met, why = "" }) => met === "unverified" && why.trim() === "");
  const isShown = criteria.some(({ evidence }) => evidence.length > 0) || asked.criteria.length === 0;
  return [
    ...(open.length > 0 ? [`Say in criteria whether the commit meets ${ids(open)}, and what shows it.`] : []),
    ...(unmet.length > 0
      ? [`${ids(unmet)} is not met, so this is no approval. Ask for changes, with a finding.`]
      : []),
    ...(silent.length > 0
      ? [`Say why ${ids(silent)} cannot be seen here: which task brings it, or what is missing to try it.`]
      : []),
    ...(isShown
      ? []
      : [`Not one criterion has evidence, so nothing shows that you looked. Give some: ${evidenceForms}.`]),
  ];
}

function openFlags({ flags }: Verdict, asked: Asked): readonly string[] {
  const open = missingFrom(asked.flags, flags);
  const bad = flags.filter(({ ok }) => !ok);
  return [
    ...(open.length > 0 ? [`Answer in flags whether this is ok, and why: ${ids(open)}.`] : []),
    ...(bad.length > 0
      ? [`Flag ${ids(bad)} is not ok, so this is no approval. Ask for changes, with a finding.`]
      : []),
  ];
}

/** An approval accepts all of them. */
function openRefutations({ feedback, findings }: Verdict, { refuted }: Asked): readonly string[] {
  const words = [feedback, ...findings.map(({ text }) => text)].join("\n");
  const isNamed = (id: string) =>
    new RegExp(`(?<![\\w.])${id.replaceAll(".", "\\.")}(?!\\w|\\.\\w)`).test(words);
  const open = refuted.filter((id) => !isNamed(id));
  if (open.length === 0) return [];
  const they = open.length === 1 ? "Finding" : "Findings";
  return [
    `${they} ${open.join(", ")}: the author's test passes on the commit that was judged. Say by its id whether you accept the refutation, or why not.`,
  ];
}

function missingFrom(those: Named, these: Named): Named {
  const known = new Set(these.map(({ id }) => id));
  return those.filter(({ id }) => !known.has(id));
}

function ids(those: Named): string {
  return [...new Set(those.map(({ id }) => oneLine(id)))].join(", ");
}
