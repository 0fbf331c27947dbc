import { describe, expect, test } from "vitest";
import { answer } from "../../src/app/say/answer.ts";
import type { Answer, Wait } from "../../src/core/decide/waits/wait.ts";
import { Doom, type Walk } from "../support/mortal.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild, type SmallBuildOptions, writes } from "../support/small-build.ts";
import type { Act } from "../support/theatre.ts";
import { isInPart } from "../support/walk-the-calculator.ts";

const asks = (question: string) => says.call("ask_question", { question });

/** Gives an answer to what waits of these kinds; to none where there is none. */
function answering(given: { readonly [K in Wait["kind"]]?: Answer | "none" }): Act {
  return async (wait, journal) => {
    const words = given[wait.kind];
    if (!words || words === "none") return words === "none";
    await answer(journal, wait.id, words, new Date().toISOString()).catch(() => undefined); // it came too late
    return true;
  };
}

/** Plays to the end; every runner is killed at a point where none was killed before. */
async function walked(options: SmallBuildOptions, walk: Walk, share: number): Promise<SmallBuild> {
  const session = await SmallBuild.open(options);
  const points = new Set<string>();
  for (;;) {
    const ending = await session.play(new Doom(walk, points, (point) => isInPart(point, 0, share)));
    if (ending.kind === "killed") continue;
    expect(ending).toMatchObject({ kind: "finished" });
    break;
  }
  expect(points.size).toBeGreaterThan(3);
  await session.theatre.check();
  const replied = (await session.events("model.replied")).map(({ loop, ask }) => `${loop} ${ask}`);
  expect(new Set(replied).size).toBe(replied.length);
  return session;
}

describe("killed anywhere, no question is lost, asked twice or answered twice", () => {
  test.each([
    ["before", 2],
    ["after", 2],
    ["within", 12],
  ] as const)(
    "one that the architect answers, and one that it passes on: killed at points %s",
    async (walk, share) => {
      const session = await walked(
        {
          hasTalked: true,
          act: answering({ question: { kind: "tell", words: "9090" } }),
          answer({ thread, ask }) {
            if (thread === "answer/t1.1/1") {
              const looks = says.call("read_file", { path: "port.txt" });
              return ask === 1 ? looks : says.call("submit_reply", { answer: "As port.txt says." });
            }
            if (thread === "answer/t1.1/2")
              return says.call("submit_reply", { cannot: "It is about money." });
            if (thread !== "coding/t1.1") return undefined;
            const port = { tool: "write_file", input: { path: "port.txt", content: "8080\n" } };
            const question = { tool: "ask_question", input: { question: "Is 8080 right?" } };
            return [says.calls(port, question), asks("May it cost more?"), writes({ "done.txt": "done\n" })][
              ask - 1
            ];
          },
        },
        walk,
        share,
      );
      expect(await session.triggers()).toEqual([
        ...["dispatched", "ready", "asked", "answered", "asked", "answered"],
        ...["done", "passed", "approved", "prepared", "landed"],
      ]);
      expect((await session.events("question.asked")).map(({ text, to }) => [text, to])).toEqual([
        ["Is 8080 right?", "architect"],
        ["May it cost more?", "architect"],
      ]);
      expect(await session.events("question.passed")).toMatchObject([{ why: "It is about money." }]);
      expect((await session.events("question.answered")).map(({ text }) => text)).toEqual([
        "As port.txt says.",
        "9090",
      ]);
      expect(session.told("coding/t1.1", 2)).toContain("architect answers: As port.txt says.");
      expect(session.told("coding/t1.1", 3)).toContain("The product manager answers: 9090");
      expect(session.told("answer/t1.1/1", 2)).toContain("8080");
      expect(session.git("ls-tree", "-r", "--name-only", "HEAD").split("\n")).toEqual([
        ...["README.md", "done.txt", "port.txt"],
      ]);
    },
  );

  test.each([
    ["before", 2],
    ["after", 2],
    ["within", 16],
  ] as const)("one that nobody answers in time: killed at points %s", async (walk, share) => {
    const session = await walked(
      {
        policy: { wait: 0 },
        act: answering({ question: "none", task: { kind: "redirect", words: "Take 9090." } }),
        answer: ({ thread, ask }) =>
          thread === "coding/t1.1" && ask === 1 ? asks("Which port?") : undefined,
      },
      walk,
      share,
    );
    expect(await session.triggers()).toEqual([
      ...[
        "dispatched",
        "ready",
        "asked",
        "overdue",
        "unblocked",
        "done",
        "passed",
        "approved",
        "prepared",
        "landed",
      ],
    ]);
    expect(await session.events("question.answered")).toMatchObject([{ how: "deadline" }]);
    expect(session.told("coding/t1.1", 2)).toMatch(/Nobody was there to answer in time.*Take 9090\./s);
  });
});
