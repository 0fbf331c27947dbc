import { describe, expect, test } from "vitest";
import { checkEveryPrefix } from "../../test/support/check-every-prefix.ts";
import { FakeSession, modelOf } from "../../test/support/fake-session.ts";
import { lostWords } from "../../test/support/lost-words.ts";
import { Doom, type Walk } from "../../test/support/mortal.ts";
import { planned } from "../../test/support/plans.ts";
import { says } from "../../test/support/scripted-model.ts";
import { answer } from "../app/say/answer.ts";
import { setMeeting } from "../app/say/set-meeting.ts";
import type { AskedBy, ModelReply } from "../core/ports/model.ts";
import { meetingPolicy } from "../core/terms/meeting/meeting.ts";
import type { Meeting } from "../core/terms/phase.ts";

const walks = ["before", "after", "within"] as const;

/** A short meeting with a question, a contradiction and a look at the code. */
const lines: Readonly<Record<string, ModelReply>> = {
  "sizing/meeting.1#1": says.call("size_work", { size: "parallel", tasks: 2, why: "Two files." }),
  "turn/meeting.1/ada#1": says.call("read_file", { path: "README.md" }),
  "turn/meeting.1/ada#2": says.text("I would refuse fractions, see README.md:1."),
  "turn/meeting.1/bo#1": says.text("I would keep them."),
  "coach/meeting.1/1#1": says.call("ask_pm", { question: "Who calls it?" }),
  "coach/meeting.1/1#2": says.text("@bo, whom does refusing hurt?"),
  "turn/meeting.1/3#1": says.text("Nobody. Refuse them."),
};

const replied = ({ thread, ask }: AskedBy) => lines[`${thread}#${ask}`];

async function opened() {
  return new FakeSession({ policy: { ...meetingPolicy("short"), sizing: true } }).open();
}

interface Playing {
  readonly walk?: Walk;
  /** The size of meeting that a person wants before the fact with this seq. */
  readonly to?: Meeting;
  readonly at?: number;
}

/** Plays until the work waits to be shipped. A person says yes to everything. */
async function played({ walk, to, at = Number.POSITIVE_INFINITY }: Playing): Promise<FakeSession> {
  const session = await opened();
  let wanted = to;
  const change = async () => {
    if (!wanted || session.state.head < at) return;
    const size = wanted;
    wanted = undefined;
    await setMeeting(session.journal, size, "").catch((error: Error) => {
      if (error.name !== "Fault") throw error;
    });
  };
  const model = modelOf(
    async (by) => {
      await change();
      return replied(by);
    },
    [planned("t1"), planned("t2")],
  );
  const points = new Set<string>();
  for (let runs = 0; runs < 600; runs++) {
    const doom = new Doom(walk ?? "none", points);
    const ended = await Promise.race([session.run({ model, doom }), doom.died]);
    await change();
    if (typeof ended === "string") continue;
    const [wait] = session.waits;
    if (!wait) continue;
    if (wait.kind === "ship") return session;
    const given = (
      {
        question: { kind: "tell", words: "The shop." },
        accept: { kind: "approve" },
        limit: { kind: "end" },
      } as const
    )[wait.kind as "question"];
    if (!given) throw new Error(`nobody answers ${wait.kind}`);
    await answer(session.journal, wait.id, given, session.clock.now());
  }
  throw new Error("it never came to an end");
}

/** Every prefix holds, too. */
async function holds(session: FakeSession) {
  await checkEveryPrefix(session.log.facts, session.blobs.get);
  keepsWords(session);
}

/** Nothing said is lost or there twice. */
function keepsWords(session: FakeSession) {
  expect(lostWords(session.log.facts)).toEqual([]);
  const said = session.events("message.posted").map(({ text }) => text);
  for (const { text } of Object.values(lines).flatMap((line) =>
    line.kind === "replied" && line.text ? [line] : [],
  ))
    expect(said.filter((one) => one === text).length, text).toBeLessThanOrEqual(1);
}

test.each(walks)(
  "a short meeting that is killed %s every point comes to the same agreement",
  async (walk) => {
    const session = await played({ walk });
    const said = session.events("message.posted").map(({ text }) => text);
    for (const line of Object.values(lines))
      if (line.kind === "replied" && line.text !== "") expect(said).toContain(line.text);
    expect(session.events("artifact.submitted").filter(({ kind }) => kind === "agreement")).toHaveLength(1);
    expect(Object.keys(session.state.tasks)).toEqual(["t1", "t2"]);
    await holds(session);
  },
);

describe("the meeting becomes another size at any point", async () => {
  const whole = await played({});
  const begins = whole.log.facts.findIndex(({ event }) => event.type === "phase.entered");
  const ends = whole.log.facts.findIndex(
    ({ event }) => event.type === "phase.entered" && event.phase === "implementation",
  );
  const points = Array.from({ length: ends - begins }, (_, index) => begins + 1 + index);

  test.each(["full", "none"] as const)("%s", async (to) => {
    for (const [index, at] of points.entries()) {
      const session = await played({ to, at });
      const { meeting } = session.state.session.policy;
      expect(["short", to], `at ${at}`).toContain(meeting);
      keepsWords(session);
      if (index % 12 === 4) await holds(session);
    }
  });

  test.each(walks)(
    "and is killed %s every point of it",
    async (walk) => {
      // One point in each stretch of the meeting, the same each time.
      for (const at of points.filter((_, index) => index % 17 === 5))
        await holds(await played({ walk, to: "full", at }));
    },
    60_000,
  );
});
