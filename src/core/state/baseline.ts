import { judge, sameCheck } from "../reports/judge.ts";
import { testId } from "../reports/test-report.ts";
import { type Check, type Policy, phasesOf, type Setup, setUpName } from "../terms/policy.ts";
import type { Results } from "./session.ts";
import type { State } from "./state.ts";

export function checksInForce({ session: { policy } }: State): readonly Check[] {
  return eachCheckOnce(policy);
}

/** Every check in force, once. */
export function eachCheckOnce({ checks }: Pick<Policy, "checks">): readonly Check[] {
  const all = [...checks.quick, ...checks.full];
  return all.filter(
    (check, index) => all.findIndex(({ name, run }) => name === check.name && run === check.run) === index,
  );
}

/** These checks without those that a person left out, because they could not start on the base commit. */
export function withoutLeftOut({ session: { baseline } }: State, checks: readonly Check[]): readonly Check[] {
  const without = baseline?.settled?.without ?? [];
  if (!baseline || without.length === 0) return checks;
  return checks.filter(({ name, run }) => {
    const said = sameCheck(baseline.results, { name, command: run });
    return said?.broken === undefined || !without.includes(name);
  });
}

/** What makes a checkout ready for checks. A person who went on although it fails does without it. */
export function setUpInForce({ session: { policy, baseline } }: State): Setup | undefined {
  if (!policy.setup) return undefined;
  const said = baseline && sameCheck(baseline.results, { name: setUpName, command: policy.setup.run });
  return baseline?.settled && said && said.exit !== 0 ? undefined : policy.setup;
}

/** Whether the checks are still to be run on the base commit. */
export function isBaselineDue(state: State): boolean {
  const { policy, baseline } = state.session;
  return (
    policy.baseline === true &&
    baseline === undefined &&
    phasesOf(policy).includes("implementation") &&
    (checksInForce(state).length > 0 || Boolean(policy.setup))
  );
}

/** The checks that are red on the base commit, while nobody has decided about them. */
export function openTrouble({ session: { baseline, policy } }: State): Results {
  if (!baseline || baseline.settled) return [];
  const red = baseline.results.filter(({ exit }) => exit !== 0);
  // Where all of it is known by name, new failures are still found, so there is nothing to give up.
  return policy.pace === "auto" && red.every(isNamed) ? [] : red;
}

/** Whether the failing tests are known by name, so that new ones can be told from them. */
export function isNamed({ failing = [], broken }: Results[number]): boolean {
  return failing.length > 0 && broken === undefined;
}

/** What may be red after a landing: the results on the base commit without everything that was green in a landing. */
export function referenceOf({ session: { baseline, landings = {} } }: State): Results {
  return Object.values(landings).reduce(stillRed, baseline?.results ?? []);
}

/** `reference` without what is green in these newer results. */
function stillRed(reference: Results, results: Results): Results {
  return reference.map((before) => {
    const now = sameCheck(results, before);
    if (!now || before.exit === 0) return before;
    if (now.exit === 0) return now;
    if (!judge(now, before).ok || (before.moreFailing ?? 0) > 0) return before;
    const names = new Set(now.failing?.map(testId));
    const failing = before.failing?.filter((test) => names.has(testId(test)));
    return { ...before, ...(now.counts && { counts: now.counts }), failing };
  });
}
