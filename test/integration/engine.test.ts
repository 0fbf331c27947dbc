import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import { emptyPlace } from "../support/git-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { realClock } from "../support/plain.ts";
import { Theatre } from "../support/theatre.ts";

test("a scripted team takes one task from idea to shipped code", async () => {
  const theatre = new Theatre(join(await emptyPlace(), "stage"), miniRehearsal);
  await theatre.open();
  const model = new RehearsalModel(miniRehearsal, realClock, 0);
  const ending = await theatre.play(undefined, model);

  expect(ending).toMatchObject({ kind: "finished" });
  model.assertSpent();
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: theatre.repository, encoding: "utf8" }).trim();
  expect(git("show", "HEAD:twice.js")).toBe("export const twice = (n) => n * 2;");
  expect(git("status", "--porcelain")).toBe("");
  expect(git("log", "--format=%s", "--first-parent")).toBe("Document twice\nbegin");
  expect((await theatre.check()).requests).toBe(19);
});
