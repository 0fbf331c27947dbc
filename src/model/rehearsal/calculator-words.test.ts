import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Clock } from "../../core/ports/clock.ts";
import { assignTasks } from "../../core/rules/assign-tasks.ts";
import { type ArtifactOf, artifactFaults, artifactSchema } from "../../core/terms/artifacts.ts";
import { type ArtifactKind, artifactKinds } from "../../core/terms/phase.ts";
import { layersOf } from "../../core/terms/task-graph.ts";
import { loadRehearsal } from "./load-rehearsal.ts";
import { RehearsalModel } from "./rehearsal-model.ts";
import type { ScriptLine } from "./rehearsal-script.ts";

const folder = join(import.meta.dirname, "../../../rehearsals/calculator");
const rehearsal = await loadRehearsal(folder);
const branches = ["rounded", "exact"];

test.each(branches)("the artifacts of the branch %s are sound", (branch) => {
  const { body: scope } = artifact("scope", branch);
  const { body: plan } = artifact("tasks", branch);
  const others: readonly ArtifactKind[] = ["brief", "agreement"]; // of the sizes of meeting that it does not show
  for (const kind of artifactKinds.filter((one) => !others.includes(one)))
    expect(artifactFaults(artifact(kind, branch), { scope, plan }), kind).toEqual([]);
  const [text, other] = branch === "rounded" ? branchTexts : [...branchTexts].reverse();
  expect(JSON.stringify(scope)).toContain(text);
  expect(JSON.stringify(scope)).not.toContain(other);
});

test("nothing both branches say gives one of them away", () => {
  const common = rehearsal.lines.filter((line) => line.branch === undefined);
  for (const text of branchTexts) expect(JSON.stringify([rehearsal.brief, common])).not.toContain(text);
});

test("every layer has work for both engineers, and reviews know whose it is", () => {
  const { tasks } = artifact("tasks", "rounded").body;
  expect(layersOf(tasks).map((layer) => layer.map((task) => task.id))).toEqual([
    ["t1", "t2"],
    ["t3", "t4"],
    ["t5", "t6"],
  ]);
  const seats = rehearsal.seats.map((seat) => ({
    ...seat,
    style: seat.style ?? "",
    model: "rehearsal/calculator",
  }));
  for (const { task, seat } of assignTasks(tasks, seats)) {
    const review = rehearsal.lines.find((line) => line.thread === `review/${task}.1/1` && line.ask === 1);
    expect(review?.needs).toEqual([`Author: ${seat}`]);
  }
});

test("messages are short", () => {
  for (const { say, thread } of rehearsal.lines) {
    expect(say.length, thread).toBeLessThanOrEqual(230);
    expect(say.split(/[.!?](?: |$)/).filter(Boolean).length, thread).toBeLessThanOrEqual(4);
  }
});

test("every file of the folder is used", async () => {
  const script = await readFile(join(folder, "script.json"), "utf8");
  const cited = [...script.matchAll(/"\$(?:file|json)": "(.+?)"/g)].map(([, name]) => name);
  const entries = await readdir(join(folder, "files"), { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "files").length + 1));
  expect([...new Set(cited)].sort()).toEqual(names.sort());
});

/** Pauses only; git, checks and a viewer's moment to choose come on top. */
test.each(branches)("the branch %s takes about a minute to watch", async (branch) => {
  const ms = new Map<string, number>();
  for (const line of linesOf(branch)) ms.set(line.thread, (ms.get(line.thread) ?? 0) + (await timeOf(line)));
  const sum = (wanted: RegExp) =>
    [...ms].filter(([thread]) => wanted.test(thread)).reduce((all, [, one]) => all + one, 0);
  const talk = sum(/^(turn|coach|artifact)\//);
  const floor = ["12", "34", "56"].reduce(
    (all, pair) =>
      all + Math.max(...[...pair].map((task) => sum(new RegExp(`^(coding|review)/t${task}\\.`)))),
    0,
  );
  const waits = rehearsal.human.reduce((all, act) => all + act.waitMs, 0);
  expect(talk + floor + waits).toBeGreaterThan(50_000);
  expect(talk + floor + waits).toBeLessThan(66_000);
});

const branchTexts = ["rounded to 12 significant digits", "printed exactly as computed"] as const;

function linesOf(branch: string): readonly ScriptLine[] {
  return rehearsal.lines.filter((line) => line.branch === undefined || line.branch === branch);
}

function artifact<K extends ArtifactKind>(kind: K, branch: string): ArtifactOf<K> {
  const calls = linesOf(branch).flatMap((line) => line.calls);
  const body = calls.find((call) => call.tool === `submit_${kind}`)?.input;
  return artifactSchema.parse({ kind, body }) as ArtifactOf<K>; // of the kind that was asked for
}

async function timeOf(line: ScriptLine): Promise<number> {
  let slept = 0;
  const clock: Clock = {
    now: () => "2030-01-01T00:00:00.000Z",
    sleep: async (ms) => {
      slept += ms;
    },
  };
  const model = new RehearsalModel(rehearsal, clock, 1);
  const request = { model: "", tools: [], system: line.needs.join("\n"), messages: [] };
  const by = { thread: line.thread, ask: line.ask, seat: "" };
  await model.reply(request, by, () => {}, new AbortController().signal);
  return slept;
}
