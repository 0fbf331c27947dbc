import fc from "fast-check";
import type { ArtifactKind } from "../../src/core/terms/phase.ts";

/** Words, and what looks like something else in a form. */
const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.constantFrom("\n", "\n\n", " ", "\t", "\r\n", "- ", "\n- x", "\n  - y", "\n    * z", "\\- ", "\\", ","),
  fc.constantFrom("# ", "\n## Assumptions", "\n# Tasks", "\n### t1: x", "\n\\# ", "<!--", "\n<!-- a", "-->"),
  fc.constantFrom(
    "r1: ",
    "t1, blocking: ",
    "approach: ",
    "none",
    "\\u{",
    "\\u{41}",
    "\\u{}",
    "\u202e",
    "\ud800",
  ),
  fc.lorem({ maxCount: 3 }),
);
const line = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(""))
  .filter((text) => text.length > 0 && text.length <= 600);
const lines = fc.array(line, { maxLength: 3 });
const atLeastOne = fc.array(line, { minLength: 1, maxLength: 3 });
const id = (letter: string) => fc.nat(999).map((number) => `${letter}${number}`);
const ids = (letter: string) => fc.array(id(letter), { maxLength: 3 });
const title = line.map((text) => text.slice(0, 60));

export const anyScope = fc.record({
  summary: line,
  requirements: fc.array(fc.record({ id: id("r"), text: line, accepted: atLeastOne }), {
    minLength: 1,
    maxLength: 3,
  }),
  openQuestions: lines,
  assumptions: lines,
  outOfScope: lines,
});
const task = {
  id: id("t"),
  title,
  requirements: ids("r"),
  approach: line,
  avoid: lines,
  done: atLeastOne,
  files: lines,
  dependsOn: ids("t"),
};
const more = { decisions: ids("d"), checks: lines };
const required = ["id", "title", "requirements", "approach", "avoid", "done", "files", "dependsOn"] as const;
const tasks = fc.array(fc.record({ ...task, ...more }, { requiredKeys: [...required] }), {
  minLength: 1,
  maxLength: 3,
});
const agreed = fc.array(
  fc.record({ ...task, ...more, interfaces: lines }, { requiredKeys: [...required, "interfaces"] }),
  { minLength: 1, maxLength: 3 },
);
const finding = fc.record(
  {
    task: id("t"),
    severity: fc.constantFrom("blocking", "minor"),
    file: line,
    line: fc.integer({ min: 1, max: 1_000_000 }),
    text: line,
  },
  { requiredKeys: ["task", "severity", "text"] },
);

/** Bodies of artifacts with texts that look like something else; some do not fit their schema. */
export const anyBody: Readonly<Record<ArtifactKind, fc.Arbitrary<unknown>>> = {
  scope: anyScope,
  tasks: fc.record({ tasks }),
  approach: fc.record({
    tasks: fc.array(
      fc.record({ id: id("t"), approach: line, interfaces: lines }, { requiredKeys: ["id", "interfaces"] }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  findings: fc.record({ summary: line, findings: fc.array(finding, { maxLength: 4 }) }),
  brief: fc.record({ title, brief: line, findings: lines, openQuestions: lines, outOfScope: lines }),
  agreement: fc.record({ scope: anyScope, tasks: agreed }),
};
