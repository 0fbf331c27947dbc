import { describe, expect, test } from "vitest";
import type { Verdict } from "../../tools/ends/review-complete.ts";
import { verdictFaults } from "./verdict-faults.ts";

const asked = {
  criteria: [
    { id: "r1.1", text: "it adds" },
    { id: "r1.2", text: "it prints" },
  ],
  flags: [{ id: "1", kind: "test-file", path: "a.test.js", tier: "note", text: "It is gone." }] as const,
  refuted: [],
};
const shown = ["src/a.js:1"];
const good: Verdict = {
  verdict: "approved",
  feedback: "Good.",
  findings: [],
  criteria: [
    { id: "r1.1", met: "yes", evidence: shown },
    { id: "r1.2", met: "unverified", evidence: [], why: "t2 brings the command" },
  ],
  flags: [{ id: "1", ok: true, why: "the task removes it" }],
};

const faults = (more: Partial<Verdict>) => verdictFaults({ ...good, ...more }, asked);
const [first, second] = good.criteria;
const criteria = (...those: readonly object[]) => ({ criteria: [first, ...those] as Verdict["criteria"] });

describe("an approval", () => {
  test("that answers everything with evidence is taken", () => {
    expect(faults({})).toEqual([]);
  });

  test.each<[string, Partial<Verdict>, RegExp]>([
    [
      "in words alone",
      { feedback: "LGTM", criteria: [], flags: [] },
      /whether the commit meets r1\.1, r1\.2/,
    ],
    ["with a criterion left out", { criteria: good.criteria.slice(0, 1) }, /whether the commit meets r1\.2/],
    [
      "with one that is not met",
      criteria({ ...second, met: "no" }),
      /r1\.2 is not met, so this is no approval/,
    ],
    [
      "with one met and nothing that shows it",
      criteria({ ...second, met: "yes" }),
      /Nothing shows that r1\.2/,
    ],
    [
      "with one unverified for no reason",
      criteria({ ...second, why: " " }),
      /Say why r1\.2 cannot be seen here/,
    ],
    [
      "with nothing seen",
      { criteria: good.criteria.map((one) => ({ ...one, met: "unverified", evidence: [], why: "so" })) },
      /Not one criterion has evidence/,
    ],
    [
      "with evidence nobody can look up",
      criteria({ ...second, evidence: ["it works"] }),
      /cannot be looked up: r1\.2 "it works"/,
    ],
    [
      "with a criterion nobody asked for",
      criteria(second ?? {}, { id: "r9.1", met: "yes", evidence: shown }),
      /no criterion r9\.1\. There are: r1\.1, r1\.2/,
    ],
    ["that judges one twice", criteria(second ?? {}, second ?? {}), /Judged twice: r1\.2/],
    ["with a flag unanswered", { flags: [] }, /Answer in flags .*: 1\./],
    [
      "with a flag that is not ok",
      { flags: [{ id: "1", ok: false, why: "no" }] },
      /Flag 1 is not ok, so this is no approval/,
    ],
    [
      "with a flag that is not there",
      { flags: [...good.flags, { id: "7", ok: true, why: "x" }] },
      /no flag 7/,
    ],
  ])("%s is sent back", (_, more, fault) => {
    expect(faults(more).join("\n")).toMatch(fault);
  });
});

test.each(["changes", "rejected"] as const)(
  "%s needs no complete answer, but what it says must hold",
  (verdict) => {
    expect(faults({ verdict, criteria: [], flags: [] })).toEqual([]);
    expect(faults({ verdict, criteria: [{ id: "r1.1", met: "no", evidence: [] }], flags: [] })).toEqual([]);
    expect(faults({ verdict, criteria: [{ id: "r1.1", met: "yes", evidence: [] }] })).toHaveLength(1);
  },
);

describe("a refutation that its author has shown", () => {
  const about = (feedback: string, ...texts: string[]) =>
    verdictFaults(
      { ...good, verdict: "changes", feedback, findings: texts.map((text) => ({ text })) },
      { ...asked, refuted: ["1.2", "1.10"] },
    );

  test.each([
    ["1.2: accepted. 1.10: no, that test compares nothing.", []],
    ["I accept 1.2.", ["1.10"]],
    ["I accept 1.10 and 11.2 and 1.2.3.", ["1.2"]],
    ["I accept 1.1 and 1.20.", ["1.2", "1.10"]],
    ["v1.2 is out; see 1.100", ["1.2", "1.10"]],
    ["Still wrong.", ["1.2", "1.10"]],
  ])("%s", (feedback, open) => {
    const found = about(feedback);
    expect(found).toHaveLength(open.length === 0 ? 0 : 1);
    if (open.length > 0)
      expect(found[0]).toMatch(new RegExp(`^Findings? ${open.join(", ")}: the author's test`));
  });

  test("may be answered in a finding", () => {
    expect(about("Two things.", "1.2 stays: it rounds.", "As for 1.10, accepted.")).toEqual([]);
  });

  test("is accepted by an approval", () => {
    expect(verdictFaults(good, { ...asked, refuted: ["1.2"] })).toEqual([]);
  });
});
