import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { playMeeting } from "../../bench/meeting/play-meeting.ts";
import { readSession } from "../../bench/meeting/read-session.ts";
import { meetingCost, meetingReport } from "../../bench/meeting.ts";

const root = join(import.meta.dirname, "../..");

const requirement = {
  id: "r1",
  text: "an export has all tags of an entry",
  accepted: ["two tags, two columns"],
};
const task = (id: string, ...dependsOn: string[]) => ({
  id,
  title: `Part ${id}`,
  requirements: ["r1"],
  approach: "A pure function, with a table of cases as its test.",
  avoid: [],
  done: ["a test shows it"],
  files: [`src/${id}.js`],
  dependsOn,
});

const said = (by: string, step: string, text: string) => [
  { is: "reply", by, step, text, calls: [], tokensIn: 2_600 },
  { is: "message.posted", by, text },
];
const made = (by: string, step: string, tool: string, input: object, more: object = {}) => ({
  is: "reply",
  by,
  step,
  text: "",
  calls: [{ tool, input }],
  tokensIn: 2_500,
  ...more,
});

/** A diary that exports its tags: one question, one contradiction, one look at the code, two tasks. */
const rows = [
  { is: "opened", title: "Tags in the export", brief: "The export of the diary leaves out tags." },
  made("coach", "sizing/refinement.1", "size_work", { size: "parallel", tasks: 2, why: "Two files." }),
  made("ines", "turn/refinement.1/1", "read_file", { path: "src/export.js" }),
  { ...said("ines", "turn/refinement.1/1", "")[0], tokensIn: 3_600 },
  said(
    "ines",
    "turn/refinement.1/1",
    "src/export.js:12 joins with a comma, so a tag with a comma breaks.",
  )[1],
  ...said("otto", "turn/refinement.1/2", "I would write each tag into a column of its own, at most nine."),
  made("coach", "coach/refinement.1/1", "ask_pm", { question: "What of the tenth tag?" }),
  { is: "question.answered", by: "human", text: "There is never a tenth." },
  ...said("coach", "coach/refinement.1/1", "A comma or nine columns? @ines, when would columns be right?"),
  ...said("ines", "turn/refinement.1/3", "Columns are right where a program reads them. Columns, then."),
  made("otto", "turn/refinement.1/4", "pass_turn", { reason: "Agreed." }),
  made("coach", "coach/refinement.1/2", "record_decision", {
    topic: "Tags",
    decision: "A column each.",
    reason: "A program reads them.",
    agreed: ["ines", "otto"],
  }),
  { is: "decision.recorded", by: "coach", topic: "Tags" },
  made("coach", "coach/refinement.1/2", "signal_phase_complete", { summary: "Columns it is." }),
  made("coach", "artifact/refinement.1/1", "submit_scope", {
    summary: "Tags are exported.",
    requirements: [requirement],
  }),
  {
    is: "artifact.submitted",
    kind: "scope",
    body: { summary: "Tags are exported.", requirements: [requirement] },
  },
  ...said("ines", "turn/planning.1/1", "Two tasks: the reader of tags, and the export on top of it."),
  ...said("otto", "turn/planning.1/2", "The reader gives tagsOf(entry): string[]."),
  made("coach", "coach/planning.1/1", "signal_phase_complete", { summary: "Two tasks." }),
  made("coach", "artifact/planning.1/1", "submit_tasks", { tasks: [task("t1"), task("t2", "t1")] }),
  { is: "artifact.submitted", kind: "tasks", body: { tasks: [task("t1"), task("t2", "t1")] } },
  ...said("ines", "turn/pre-code-review.1/1", "tagsOf gives an empty list where there is none."),
  made("otto", "turn/pre-code-review.1/2", "pass_turn", { reason: "Fine." }),
  made("coach", "coach/pre-code-review.1/1", "signal_phase_complete", { summary: "One interface." }),
  made("coach", "artifact/pre-code-review.1/1", "submit_approach", {
    tasks: [{ id: "t1", interfaces: ["tagsOf(entry): string[]"] }, { id: "t2" }],
  }),
  {
    is: "artifact.submitted",
    kind: "approach",
    body: { tasks: [{ id: "t1", interfaces: ["tagsOf(entry): string[]"] }, { id: "t2" }] },
  },
  { is: "phase entered", phase: "implementation" },
].map((row, index) => ({ seq: index * 3 + 1, ...row }));

async function recorded(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "meeting-")), "session.jsonl");
  await writeFile(path, rows.map((row) => JSON.stringify(row)).join("\n"));
  return path;
}

test("the same talk takes less in a short meeting, and all that was said is in it", async () => {
  const path = await recorded();
  const session = readSession(path);
  const [short, full] = [await playMeeting(session, "short", root), await playMeeting(session, "full", root)];
  // Sizing; a look, a word and a word; a question and its answer; two who are called; the agreement.
  expect(short).toHaveLength(9);
  expect(full).toHaveLength(15);
  const last = JSON.stringify(short.at(-1)?.messages);
  for (const words of ["joins with a comma", "a column of its own", "Two tasks: the reader", "never a tenth"])
    expect(last).toContain(words);
  expect(last).toContain("[harness] Cited:");
});

test("the report has each size beside what was played", async () => {
  const cost = await meetingCost(await recorded(), root);
  expect(cost.rows.map(({ meeting }) => meeting)).toEqual(["none", "short", "full", "as played"]);
  const [, short, full] = cost.rows;
  expect(short?.kilobytes).toBeLessThan((full?.kilobytes ?? 0) / 1.4);
  expect(short?.weighted).toBeLessThan(full?.weighted ?? 0);
  expect(meetingReport(cost)).toMatch(/^short +9 +\d+ +[\d,]+ +≤ 12 requests, ≤ 150 kB +ok$/m);
});
