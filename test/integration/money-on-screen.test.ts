import { expect, onTestFinished, test } from "vitest";
import { runAct } from "../../src/cli/acts/run.ts";
import type { RunOptions } from "../../src/cli/options.ts";
import { atTheScreen, openSession, scripted } from "../support/at-the-screen.ts";
import { gitPlace } from "../support/git-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";

/** A person in a terminal, with a session that is opened and not yet run. */
async function setting(earlier = 0) {
  const place = await gitPlace(miniRehearsal.repository.files);
  for (let count = 0; count < earlier; count++) await playTo(place, miniRehearsal, "ship");
  const screen = atTheScreen(place, { terminal: true, model: scripted(miniRehearsal) });
  const files = await openSession(screen.wire, place, miniRehearsal);
  onTestFinished(() => files.close());
  const run = (options: RunOptions = {}) =>
    runAct(screen.wire, { session: files.id, ...options }, screen.run);
  return { screen, run };
}

test("when a budget is used up the person is asked there and then; more lets it go on", async () => {
  const { screen, run } = await setting();
  const ended = run({ tokenBudget: 100 });
  await screen.seen(/may use 100 tokens[\s\S]*a number of tokens · say <words> · later/);
  screen.type("500000\r");
  await screen.seen(/Is the scope right\?/);
  screen.type("later\r");
  expect(await ended).toBe(3);
});

test("put off, it ends as over budget", async () => {
  const { screen, run } = await setting();
  const ended = run({ tokenBudget: 100 });
  await screen.seen(/a number of tokens · say <words> · later/);
  screen.type("later\r");
  expect(await ended).toBe(4);
});

test("beside the question about the plan stands what the rest may take", async () => {
  const { screen, run } = await setting(1);
  const ended = run();
  await screen.seen(/Is the scope right\?/);
  screen.type("accept\r");
  await screen.seen(/The rest may take:/);
  await screen.seen(/From 1 earlier session here: 1 task\./);
  await screen.seen(/Is the plan right\?/);
  screen.type("later\r");
  expect(await ended).toBe(3);
});
