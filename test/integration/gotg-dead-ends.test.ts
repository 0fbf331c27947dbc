import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { replyTo } from "../../src/app/say/reply-to.ts";
import { say } from "../../src/app/say/say.ts";
import { newSession } from "../../src/app/sessions/new-session.ts";
import type { EventOf, EventType } from "../../src/core/facts/events.ts";
import type { ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import { toArray } from "../../src/core/text/appended.ts";
import { inboxOf } from "../../src/core/views/inbox/inbox.ts";
import { FakeSession, type FakeSessionOptions, modelOf } from "../support/fake-session.ts";
import { modelOf as modelOn } from "../support/gateway-stage.ts";
import { planned, policy, seat, team } from "../support/plans.ts";
import { textOf } from "../support/provider-server/asked.ts";
import { says } from "../support/scripted-model.ts";
import { unnumbered } from "../support/unnumbered.ts";
import { WireTeam } from "../support/wire-team.ts";

/** What gotg could not get out of, or got wrong, in its conversations: each as a test that Huddle does not. */

const pass = says.call("pass_turn", { reason: "Nothing to add." });
const seatless = { seats: [seat("ada"), seat("bo")] };

/** A session whose models say what `lines` has for `thread#ask`, and else oblige. Keeps all requests, by the same name. */
async function stage(
  options: FakeSessionOptions,
  lines: Readonly<Record<string, ModelReply | (() => Promise<unknown>)>> = {},
) {
  const session = await new FakeSession({ ...options, policy: { pace: "auto", ...options.policy } }).open();
  const requests = new Map<string, Request>();
  const model = modelOf(async ({ thread, ask }, _, request) => {
    const name = `${thread}#${ask}`;
    const isFirst = !requests.has(name);
    requests.set(name, request);
    const line = lines[name];
    if (typeof line !== "function") return line;
    if (isFirst) await line();
    return undefined;
  });
  const textIn = (name: string) => JSON.stringify(requests.get(name)?.messages);
  const inbox = () => inboxOf(session.state, session.clock.now());
  const answer = async (words: string) =>
    replyTo(session.journal, inbox()[0]?.id ?? "", words, session.clock.now());
  return { session, model, requests, textIn, inbox, answer, run: () => session.run({ model }) };
}

function eventsOf<T extends EventType>(session: FakeSession, type: T): readonly EventOf<T>[] {
  return session.log.facts.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []));
}

describe("dead ends of the workflow", () => {
  test("building with tool calls alone, without a word, is followed by the code review", async () => {
    const { session, run } = await stage({});
    await run();
    const words = session.log.facts.flatMap(({ step, event }) =>
      step?.startsWith("task/t1/1/CODING") && event.type === "model.replied" ? [event.text] : [],
    );
    expect(words).toEqual([""]);
    expect(session.state.visits["code-review"]).toBe(1);
  });

  test.each([
    ["prose", says.text("First the parser, then the rest.")],
    ["the wrong shape", says.call("submit_tasks", { tasks: "first the parser" })],
    ["a string", says.call("submit_tasks", "first the parser")],
  ])("a plan as %s keeps the phase, the inbox says why, and going on works", async (_, wrong) => {
    const lines: Record<string, ModelReply> = {};
    for (const ask of [1, 2, 3]) lines[`artifact/planning.1/1#${ask}`] = wrong;
    // A coach who never hands in: the plan is asked for when the turns are used up.
    for (let round = 1; round <= 12; round++) lines[`coach/planning.1/${round}#1`] = says.text("Go on.");
    const { session, run, inbox, answer, textIn } = await stage({}, lines);
    expect(await run()).toMatchObject({ kind: "waiting" });
    expect(session.state.stage?.phase).toBe("planning");
    expect(inbox()).toMatchObject([
      { kind: "stuck", text: expect.stringContaining("coach handed in no valid plan") },
    ]);
    await say(session.journal, "One task is enough.");
    await answer("yes");
    await run();
    expect(textIn("artifact/planning.1/1#4")).toContain("One task is enough.");
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });

  test("a task that came to nothing goes on with what the person says about it", async () => {
    const lines: Record<string, ModelReply> = {};
    for (let ask = 1; ask <= policy.asks.coding; ask++)
      lines[`coding/t1.1#${ask}`] = says.call("list_files", { folder: "." });
    for (let ask = 1; ask <= policy.asks.review; ask++)
      lines[`budget/t1.1/1#${ask}`] = says.call("list_files");
    const { session, run, answer, textIn } = await stage({}, lines);
    await run();
    await say(session.journal, "Just write the file.");
    await answer("yes");
    await run();
    expect(textIn(`coding/t1.1#${policy.asks.coding + 1}`)).toContain("Just write the file.");
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });

  test("what is said while tasks are built is in the next request of every engineer who builds", async () => {
    const tasks = [planned("t1"), planned("t2")];
    const started = [0];
    const session = await new FakeSession({ policy: { pace: "auto" } }).open();
    const later: string[] = [];
    const model = modelOf(async ({ thread, ask }, _, request) => {
      if (!thread.startsWith("coding/")) return undefined;
      if (ask === 2) later.push(JSON.stringify(unnumbered(request.messages)));
      if (ask > 1) return undefined;
      started[0] = (started[0] ?? 0) + 1;
      if (started[0] === 2) await say(session.journal, "No globals, please.");
      else
        while (toArray(session.state.transcript).at(-1)?.actor !== "human") await session.log.changed(never);
      return says.call("list_files", { folder: "." });
    }, tasks);
    await session.run({ model });
    expect(later).toEqual([
      expect.stringContaining("[product manager] No globals, please."),
      expect.stringContaining("[product manager] No globals, please."),
    ]);
  });

  test("an engineer who answers with a plan keeps it, and then does the work", async () => {
    const plan = says.text("Here is my plan: one file.");
    const { session, run, requests } = await stage({}, { "coding/t1.1#1": plan });
    await run();
    const own = requests.get("coding/t1.1#2")?.messages.filter(({ role }) => role === "assistant");
    expect(own).toMatchObject([{ text: "Here is my plan: one file." }]);
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });

  test("done without a file written is no work", async () => {
    const empty = says.call("done", { summary: "All done." });
    const { session, run, textIn } = await stage({}, { "coding/t1.1#1": empty });
    await run();
    expect(textIn("coding/t1.1#2")).toContain(
      "Nothing is changed: your worktree is as it was when you began.",
    );
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });

  test("without a coach the artifacts come all the same, also from a team that only passes", async () => {
    const { session, run } = await stage(seatless, {
      "turn/planning.1/1#1": pass,
      "turn/planning.1/2#1": pass,
    });
    await run();
    expect(Object.keys(session.state.artifacts)).toEqual(["scope", "tasks", "approach", "findings"]);
    expect(session.state.stage).toMatchObject({ phase: "code-review" });
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });

  test.each(["shared", "perspective"] as const)(
    "passes count after a stop: turns, rounds and limits are those of a run without one, in %s",
    async (rendering) => {
      const options = { seats: team.map((one) => ({ ...one, rendering })), policy: { turns: 5 } };
      const passing = (thread: string) => (/^turn\/refinement.1\/[23]$/.test(thread) ? pass : undefined);
      const quiet = (thread: string) => (thread.startsWith("coach/") ? says.text("Go on.") : passing(thread));
      const whole = await new FakeSession({ ...options, policy: { ...options.policy, pace: "auto" } }).open();
      const once = modelOf(({ thread }) => quiet(thread));
      await whole.run({ model: once });
      const session = await new FakeSession({
        ...options,
        policy: { ...options.policy, pace: "auto" },
      }).open();
      const threads: string[] = [];
      for (let runs = 1; !session.state.visits["code-review"]; runs++) {
        const stop = new AbortController();
        const model = modelOf(({ thread }, _, request) => {
          expect(request.messages.at(-1)?.role).not.toBe("assistant");
          expect(request.messages.some(({ role }, at) => role === request.messages[at - 1]?.role)).toBe(
            false,
          );
          if (threads.at(-1) !== thread) threads.push(thread);
          if (threads.length >= runs * 3) stop.abort();
          return quiet(thread);
        });
        await session.run({ model, signal: stop.signal });
      }
      expect(threads.slice(0, 8)).toEqual([
        "turn/refinement.1/1",
        "turn/refinement.1/2",
        "coach/refinement.1/1",
        "turn/refinement.1/3",
        "turn/refinement.1/4",
        "coach/refinement.1/2",
        "turn/refinement.1/5",
        "artifact/refinement.1/1",
      ]);
      const uninterrupted = once.asked.map(({ thread }) => thread);
      expect(threads).toEqual(uninterrupted.slice(0, threads.length));
    },
  );
});

describe("faults in the talk", () => {
  test.each(["rate", "overload", "refused"] as const)(
    "a coach whose call fails (%s) is asked again before anybody else speaks",
    async (failure) => {
      const session = await new FakeSession({ policy: { pace: "auto" } }).open();
      let fails = 1;
      const model = modelOf(({ thread }) =>
        thread === "coach/refinement.1/1" && fails-- > 0 ? says.failed("429", { failure }) : undefined,
      );
      await session.run({ model });
      if (failure === "refused") {
        const [item] = inboxOf(session.state, session.clock.now());
        await replyTo(session.journal, item?.id ?? "", "yes", session.clock.now());
        await session.run({ model });
      }
      expect(model.asked.map(({ thread }) => thread).slice(0, 5)).toEqual([
        "turn/refinement.1/1",
        "turn/refinement.1/2",
        "coach/refinement.1/1",
        "coach/refinement.1/1",
        "turn/planning.1/1",
      ]);
    },
  );

  test("a pass is one request, and words that were cut off are not taken for whole ones", async () => {
    const { session, run, requests } = await stage(
      {},
      { "turn/refinement.1/1#1": pass, "turn/refinement.1/2#1": says.cut("I would begin with the par") },
    );
    await run();
    expect([...requests.keys()].slice(0, 3)).toEqual([
      "turn/refinement.1/1#1",
      "turn/refinement.1/2#1",
      "turn/refinement.1/2#2",
    ]);
    expect(toArray(session.state.transcript).map(({ text }) => text)).not.toContain(
      "I would begin with the par",
    );
  });

  test("two runs at once are one run: nobody speaks twice", async () => {
    const session = await new FakeSession({ policy: { pace: "auto" } }).open();
    let second: Promise<unknown> | undefined;
    const model = modelOf(async ({ thread }) => {
      if (thread === "turn/refinement.1/1" && !second) {
        const fence = await session.start();
        second = session.run({ model }, fence);
      }
      return undefined;
    });
    expect(await session.run({ model })).toMatchObject({ kind: "fenced" });
    await second;
    const said = eventsOf(session, "message.posted").map(({ thread }) => thread);
    expect(new Set(said).size).toBe(said.length);
  });

  test("nobody on the team can be called human or system", async () => {
    const { project } = await WireTeam.open(() => ({}));
    for (const name of ["human", "system"])
      await expect(
        newSession(project, {
          title: "x",
          brief: "",
          seats: [...team, seat(name)],
          policy,
          base: "b",
          branch: "main",
        }),
      ).rejects.toThrow(name);
  });

  test("words to nobody of that name are refused, and say who is there", async () => {
    const { session } = await stage({});
    await expect(say(session.journal, "Hello.", { to: ["adda"] })).rejects.toThrow(
      "There is nobody called adda. The team: ada, bo, coach, architect.",
    );
    expect(eventsOf(session, "message.posted")).toEqual([]);
  });

  test("a question in a wrong shape is an error result, on the wire that can send it, and no crash", async () => {
    const wrong = [
      { tool: "ask_pm", input: { question: "Which?", options: "json" } },
      { tool: "ask_pm", input: { options: ["json", "text"] } },
      { tool: "ask_pm", raw: '["Which?"]' },
    ];
    const right = { tool: "ask_pm", input: { question: "Which?", options: ["json", "text"] } };
    const wired = await WireTeam.open(
      (ask) =>
        ask.startsWith("coach/") ? { calls: [...(ask.endsWith("#1") ? wrong : [right])] } : { text: "Yes." },
      { seats: team.map((one) => ({ ...one, model: modelOn("openai") })) },
    );
    await wired.run();
    expect(wired.wait()).toMatchObject({ kind: "question", text: "Which?", options: ["json", "text"] });
    const results = wired
      .ask("coach/refinement.1/1#2")
      .asked.messages.flatMap((message) =>
        message.role === "tool" ? message.results.map(({ text }) => text) : [],
      );
    expect(results).toEqual([
      expect.stringContaining("options"),
      expect.stringContaining("question"),
      expect.stringMatching(/object/),
    ]);
  });

  test("behind a torn last line nothing is lost: what is said next is in the next request", async () => {
    const wired = await WireTeam.open(() => ({ text: "Yes." }), {
      seats: team.map((one) => ({ ...one, model: modelOn("google") })),
      policy: { ...policy, turns: 2 },
    });
    const log = join(wired.place.repository, ".git/huddle/sessions", wired.files.id, "log.jsonl");
    await appendFile(log, '{"seq":2,"prev":"00","at":"2026-01-01T00:0');
    await say(wired.journal, "Say it briefly.");
    await wired.run();
    expect(unnumbered(textOf(wired.ask("turn/refinement.1/1#1").asked))).toContain(
      "[product manager] Say it briefly.",
    );
  });
});

const never = new AbortController().signal;
