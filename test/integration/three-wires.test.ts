import { join } from "node:path";
import { expect, test } from "vitest";
import { compareTallies } from "../../src/cli/demo/tally.ts";
import { openGateway } from "../../src/model/gateway/gateway.ts";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { emptyPlace } from "../support/git-place.ts";
import { hurriedClock } from "../support/hurried-clock.ts";
import { type Outcome, outcomeOf, playWhole } from "../support/kill-walk.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { everyMisbehaviour } from "../support/provider-server/every-misbehaviour.ts";
import { failOnce } from "../support/provider-server/fail-once.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";
import { withRememberedTests } from "../support/quick-checks.ts";
import { Theatre } from "../support/theatre.ts";

/** Before the first word and in the middle of one. */
const ways = [
  everyMisbehaviour["429, retry-after in seconds"],
  everyMisbehaviour["529"],
  everyMisbehaviour["hangs up"],
  everyMisbehaviour["error half-way"],
  everyMisbehaviour["ends half-way"],
  everyMisbehaviour["cut in the middle of an event"],
] as const;

/** Played by the script itself. */
async function played(rehearsal: Rehearsal): Promise<Outcome> {
  return playWhole(join(await emptyPlace(), "whole"), rehearsal);
}

/** The large session over one wire, the smallest whole one over the others. */
async function sessionFor(model: string): Promise<Rehearsal> {
  return model.startsWith("anthropic/")
    ? withRememberedTests(await loadRehearsal("rehearsals/calculator"))
    : miniRehearsal;
}

test.each(["anthropic/claude-sonnet-4-5", "openai/gpt-5", "google/gemini-3-pro"])(
  "with a third of the calls failing once, %s builds the same",
  async (model) => {
    const rehearsal = await sessionFor(model);
    const expected = await played(rehearsal);
    await using server = await startProviderServer({
      answers: rehearsal,
      plan: failOnce({ seed: 7, share: 1 / 3, ways }),
    });
    const gateway = openGateway({
      env: {
        ANTHROPIC_API_KEY: "k",
        ANTHROPIC_BASE_URL: server.url("anthropic"),
        OPENAI_API_KEY: "k",
        OPENAI_BASE_URL: server.url("openai"),
        GEMINI_API_KEY: "k",
        GOOGLE_GEMINI_BASE_URL: server.url("google"),
      },
      config: {},
      clock: hurriedClock,
      random: () => 0.5,
      headers: ({ thread, ask }) => ({ "x-huddle-ask": `${thread}#${ask}` }),
    });
    const theatre = new Theatre(join(await emptyPlace(), "stage"), rehearsal, model, hurriedClock);
    await theatre.open();
    expect(await theatre.play(undefined, gateway)).toMatchObject({ kind: "finished" });
    const found = await outcomeOf(theatre);
    const { "model.failed": failures, ...rest } = byType(found.tally.counts);

    server.assertSpent();
    expect(found.tree).toBe(expected.tree);
    expect(found.commits).toEqual(expected.commits);
    expect(rest).toEqual(byType(expected.tally.counts));
    expect(failures).toBe(found.tally.attempts);
    expect(failures).toBeGreaterThan(rehearsal === miniRehearsal ? 3 : 10);
    expect(compareTallies(expected.tally, found.tally).lost).toEqual([]);
  },
  120_000,
);

function byType(counts: Readonly<Record<string, number>>): Record<string, number> {
  const types: Record<string, number> = {};
  for (const [key, count] of Object.entries(counts)) {
    const type = key.slice(key.lastIndexOf(" ") + 1);
    types[type] = (types[type] ?? 0) + count;
  }
  return types;
}
