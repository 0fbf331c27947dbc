import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRehearsal } from "../../src/model/load-rehearsal.ts";
import { RehearsalModel } from "../../src/model/rehearsal-model.ts";
import { emptyPlace, realClock } from "../support/git-place.ts";
import { Theatre } from "../support/theatre.ts";

const calculator = await loadRehearsal(join(import.meta.dirname, "../../rehearsals/calculator"));

test.each([
  [1, "0.3"],
  [2, "0.30000000000000004"],
])("the calculator is built and shipped when the answer is option %i", async (choose, printed) => {
  const human = calculator.human.map((act) => (act.on === "question" ? { ...act, choose } : act));
  const theatre = new Theatre(join(await emptyPlace(), "stage"), { ...calculator, human });
  await theatre.open();
  const model = new RehearsalModel(calculator, realClock, 0);

  expect(await theatre.play(undefined, model)).toMatchObject({ kind: "finished" });

  model.assertSpent();
  const events = (await theatre.facts()).map((fact) => fact.event);
  const moves = events.flatMap((event) =>
    event.type === "task.moved" ? `${event.task} ${event.trigger}` : [],
  );
  expect(moves.filter((move) => /failed|changes|conflict|red/.test(move)).sort()).toEqual([
    "t3 failed",
    "t4 changes",
  ]);
  expect(events.filter((event) => event.type === "task.landed")).toHaveLength(6);
  expect(events.filter((event) => event.type === "decision.recorded").map((event) => event.topic)).toEqual([
    "How a sum is worked out",
    "How results are printed",
    "How errors travel",
  ]);
  expect(events.filter((event) => event.type === "tool.settled" && event.failed)).toEqual([]);
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: theatre.repository, encoding: "utf8" }).trim();
  expect(git("status", "--porcelain")).toBe("");
  expect(git("rev-parse", "--abbrev-ref", "HEAD")).toBe("main");
  expect(calc(theatre.repository, "0.1 + 0.2")).toEqual({ status: 0, stdout: `${printed}\n` });
  expect(calc(theatre.repository, "2 + 3 * 4")).toEqual({ status: 0, stdout: "14\n" });
  expect(calc(theatre.repository, "1 / 0")).toEqual({ status: 1, stdout: "" });
});

function calc(cwd: string, sum: string) {
  const { status, stdout } = spawnSync(process.execPath, ["calc.js", sum], { cwd, encoding: "utf8" });
  return { status, stdout };
}
