import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Clock } from "../../core/ports/clock.ts";
import { assignTasks } from "../../core/rules/assign-tasks.ts";
import { tasksSchema } from "../../core/terms/artifacts.ts";
import { layersOf } from "../../core/terms/task-graph.ts";
import { loadRehearsal } from "./load-rehearsal.ts";
import { RehearsalModel } from "./rehearsal-model.ts";

const folder = join(import.meta.dirname, "../../../rehearsals/workshop");
const rehearsal = await loadRehearsal(folder);
const plan = rehearsal.lines.flatMap(({ calls }) => calls).find(({ tool }) => tool === "submit_tasks");
const written = JSON.stringify(plan?.input).replaceAll(/\$decision\{[^}]+\}/g, "d1");
const { tasks } = tasksSchema.parse(JSON.parse(written));

test("there are seven tasks in three layers, and reviews know whose they are", () => {
  const layers = [["t1", "t2", "t3"], ["t4", "t5", "t6"], ["t7"]];
  expect(layersOf(tasks).map((layer) => layer.map(({ id }) => id))).toEqual(layers);
  const seats = rehearsal.seats.map((seat) => ({ ...seat, model: "rehearsal/workshop" }));
  for (const { task, seat } of assignTasks(tasks, seats)) {
    const review = rehearsal.lines.find(
      ({ thread }) => /^(review|completion)/.test(thread) && thread.includes(`/${task}.`),
    );
    expect(review?.needs.join("\n")).toContain(seat);
  }
});

test("messages are short", () => {
  for (const { say, thread } of rehearsal.lines) expect(say.length, thread).toBeLessThanOrEqual(230);
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

/** Pauses of the slowest task of each layer, all of the talk, and of the person; git and checks come on top. */
test("it takes less than a minute and a half to watch", async () => {
  let slept = 0;
  const clock: Clock = {
    now: () => "2030-01-01T00:00:00.000Z",
    sleep: async (ms) => {
      slept += ms;
    },
  };
  const model = new RehearsalModel(rehearsal, clock, 1);
  const took = new Map<string, number>();
  for (const { thread, ask, needs } of rehearsal.lines) {
    slept = 0;
    const request = { model: "", tools: [], system: needs.join("\n"), messages: [] };
    await model.reply(request, { thread, ask, seat: "" }, () => {}, new AbortController().signal);
    const place = /^(?:coding|review|completion|answer|budget)\/(t\d+)/.exec(thread)?.[1] ?? "talk";
    took.set(place, (took.get(place) ?? 0) + slept);
  }
  const slowest = layersOf(tasks).map((layer) => Math.max(...layer.map(({ id }) => took.get(id) ?? 0)));
  const waits = rehearsal.human.reduce((all, { waitMs }) => all + waitMs, 0);
  const ms = [...slowest, waits].reduce((all, one) => all + one, took.get("talk") ?? 0);
  expect(ms).toBeGreaterThan(45_000);
  expect(ms).toBeLessThan(82_000);
});
