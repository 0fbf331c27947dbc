import type { RunEnding } from "../../../src/app/run/run-session.ts";
import { isAllCancelled } from "../../../src/core/rules/cancel-tasks.ts";
import { FakeSession } from "../fake-session.ts";
import { Doom } from "../mortal.ts";
import { randomPerson } from "./random-person.ts";
import { RandomTeam } from "./random-team.ts";
import { EndingChances, type Shape, shapeOf } from "./shape.ts";

export interface Played {
  readonly shape: Shape;
  readonly session: FakeSession;
  readonly ending: RunEnding;
}

const files = {
  "README.md": "# Twice\n",
  "shared.txt": "nothing yet\n",
  "package.json": "{}\n",
  "test/a.test.js": 'test("one", () => {});\ntest("two", () => {});\n',
};
/** Runners die when they are shot, at no point of their own. */
const notShot = new (class extends Set<string> {
  override has(place: string): boolean {
    return place !== "shot";
  }
})();
/** More facts than any of these sessions needs. */
const most = 4_000;

/**
 * Builds with a team, checks, a person and runners that do whatever chance says, until chance is used up; from then on
 * all goes well. Where nobody is there, one run is all there is. `opened` gets the session before anything runs.
 */
export async function playBuild(seed: number, opened?: (session: FakeSession) => void): Promise<Played> {
  const shape = shapeOf(seed);
  const chances = new EndingChances(seed, 200);
  const session = await new FakeSession({ files, seats: shape.seats, policy: shape.policy }).build(
    shape.tasks,
  );
  opened?.(session);
  session.world.judge = () => chances.pick(5) !== 4;
  session.world.breaks = () => (chances.pick(25) === 24 ? "sh: test: not found" : undefined);
  const team = new RandomTeam(shape, chances, session);
  for (;;) {
    const ending = await (shape.isAlone ? alone(session, team) : together(session, team, chances));
    if (team.faults.length > 0) throw new Error(team.faults.join("\n"));
    if (session.state.head > most) throw new Error("it does not end");
    // The person planned something more when the runner had just seen that all is cancelled.
    if (ending?.kind === "failed" && !isAllCancelled(session.state)) continue;
    if (ending && ending.kind !== "stopped" && ending.kind !== "fenced") return { shape, session, ending };
  }
}

function alone(session: FakeSession, team: RandomTeam): Promise<RunEnding | undefined> {
  const doom = new Doom("within", notShot);
  const running = session.run({ model: team.under(doom), doom, linger: false, waitMs: 1_000 });
  return Promise.race([running, doom.died.then(() => undefined)]);
}

async function together(
  session: FakeSession,
  team: RandomTeam,
  chances: EndingChances,
): Promise<RunEnding | undefined> {
  const doom = new Doom("within", notShot);
  const over = new AbortController();
  const running = session.run({ model: team.under(doom), linger: true, doom, signal: over.signal });
  const gone = new AbortController();
  const acting = randomPerson(session, chances, { doom, over, gone: gone.signal });
  const ending = await Promise.race([running, acting]);
  gone.abort();
  return ending;
}
