import { describe, expect, test } from "vitest";
import type { Answer, Wait } from "../../src/core/decide/waits/wait.ts";
import { wordsOf } from "../../src/core/views/inbox/words-of.ts";
import { checkOffers } from "../support/check-offers.ts";
import { HostileStage } from "../support/hostile-cast/stage.ts";

/** In one go, until a person is asked or it is over. */
const mostRequests = 45;
// More of them: FIRST_SEED=26 SEEDS=100 npx vitest run test/integration/hostile-cast.test.ts
const first = Number(process.env.FIRST_SEED ?? 1);
const seeds = Array.from({ length: Number(process.env.SEEDS ?? 25) }, (_, index) => first + index);
const answersGiven = 2;

describe("10.1: whatever the cast, a session ends or waits for a person within 45 requests", () => {
  test.each(seeds)("seed %i", async (seed) => {
    const stage = await HostileStage.open(seed);
    try {
      await goes(stage);
    } catch (error) {
      throw new Error(`seed ${seed}: ${JSON.stringify(stage.cast)}`, { cause: error });
    }
  });
});

async function goes(stage: HostileStage): Promise<void> {
  for (let answers = 0; answers < answersGiven; answers += 1) {
    if (await rests(stage)) return;
    const waits = await stage.waits();
    await answerOne(stage, waits[stage.pick(waits.length)], (offers) => offers[stage.pick(offers.length)]);
  }
  // What is offered can help: with a team that does its work, the usual answers lead to the end.
  await stage.mend();
  for (let answers = 0; answers < 30; answers += 1) {
    if (await rests(stage)) return;
    const [wait] = await stage.waits();
    await answerOne(stage, wait, ([first]) => first);
  }
  throw new Error(`no end with a team that does its work: ${JSON.stringify(await stage.waits())}`);
}

/** Runs until it waits for a person. True: it is over. */
async function rests(stage: HostileStage): Promise<boolean> {
  const { ending } = await stage.run(mostRequests);
  for (const paths of await stage.landed()) expect(paths).not.toEqual([".gitignore"]);
  expect(await stage.landed()).not.toContainEqual([]);
  if (ending.kind === "finished" || ending.kind === "failed") return true;
  expect(ending.kind).toBe("waiting");
  const state = await stage.state();
  checkOffers(state, stage.now);
  for (const wait of await stage.waits()) expect(helps(wait), JSON.stringify(wait)).toBe(true);
  return false;
}

/** Whether something is offered that is not just the same again. */
function helps(wait: Wait): boolean {
  return wordsOf(wait).offers.some((offer) => !("answer" in offer) || !isAgain(offer.answer));
}

function isAgain(answer: Answer): boolean {
  return answer.kind === "retry" || answer.kind === "continue" || answer.kind === "rewrite";
}

async function answerOne(
  stage: HostileStage,
  wait: Wait | undefined,
  choose: (answers: readonly Answer[]) => Answer | undefined,
): Promise<void> {
  if (!wait) throw new Error("it waits, and nothing waits");
  const answers = wordsOf(wait).offers.flatMap((offer) => ("answer" in offer ? [offer.answer] : []));
  const shipped: Answer = { kind: "ship", onto: "out", how: "branch" };
  const given = wait.kind === "ship" ? choose([shipped, ...answers]) : choose(answers);
  if (!given) throw new Error(`nothing is offered for ${JSON.stringify(wait)}`);
  await stage.answer(wait, given);
}
