import { expect, test } from "vitest";
import { advance } from "../../src/app/say/advance.ts";
import { assign } from "../../src/app/say/assign.ts";
import { goBack } from "../../src/app/say/change-phase.ts";
import { editArtifact } from "../../src/app/say/edit-artifact.ts";
import { replyTo } from "../../src/app/say/reply-to.ts";
import { say } from "../../src/app/say/say.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import type { Seat } from "../../src/core/terms/policy.ts";
import { checkEveryPrefix } from "../support/check-every-prefix.ts";
import { modelOf } from "../support/gateway-stage.ts";
import { realClock } from "../support/plain.ts";
import { planned, policy, scope } from "../support/plans.ts";
import type { Answer } from "../support/provider-server/answer.ts";
import { textOf } from "../support/provider-server/asked.ts";
import { orderFaults, rawMessages } from "../support/raw-messages.ts";
import { unnumbered } from "../support/unnumbered.ts";
import { type Sent, type Speaker, WireTeam } from "../support/wire-team.ts";

type Rendering = NonNullable<Seat["rendering"]>;

/** Three members on three wires; the coach shares one of them. */
function seatsOf(rendering: Rendering): readonly Seat[] {
  return [
    { id: "ada", role: "engineer", model: modelOf("anthropic"), rendering },
    { id: "bo", role: "engineer", model: modelOf("openai"), rendering },
    { id: "cy", role: "engineer", model: modelOf("google"), rendering },
    { id: "coach", role: "coach", model: modelOf("anthropic"), rendering },
  ];
}

const larger = {
  ...scope,
  requirements: [...scope.requirements, { id: "r2", text: "undo", accepted: ["u"] }],
};
const plan: readonly PlannedTask[] = [planned("t1"), { ...planned("t2", "t1"), requirements: ["r1", "r2"] }];
const call = (tool: string, input: unknown = {}): Answer => ({ calls: [{ tool, input }] });
const pass = call("pass_turn", { reason: "Nothing to add." });

const recording = (text: string): Answer => ({
  text,
  calls: [{ tool: "defer_point", input: { topic: text, why: "it is not for now" } }],
});

/** What is said to which ask; whatever is not here is a short remark. */
const script: Readonly<Record<string, Answer>> = {
  "sizing/refinement.1#1": call("size_work", { size: "chain", tasks: 2, why: "one builds on the other" }),
  "turn/refinement.1/1#1": { text: "One file is enough. @bo, can the parser take that?" },
  "turn/refinement.1/2#1": call("record_decision", {
    topic: "Storage",
    decision: "One file.",
    reason: "It is small.",
    proposed: "ada",
    agreed: ["bo"],
    dissents: [],
  }),
  "turn/refinement.1/2#2": { text: "Then ISO dates it is." },
  "turn/refinement.1/3#1": pass,
  "coach/refinement.1/1#1": {
    text: "Only the format is open.",
    calls: [{ tool: "ask_pm", input: { question: "Which format?", options: ["json", "plain text"] } }],
  },
  // Words and a record in one reply, on each wire.
  "turn/refinement.1/4#1": recording("Windows needs no path of its own."),
  "turn/refinement.1/5#1": recording("Old files are read once more."),
  "turn/refinement.1/6#1": recording("Colours are not for now."),
  "coach/refinement.1/1#2": { text: "Plain text, says the product manager. @ada, what does that change?" },
  "coach/refinement.1/2#1": call("submit_scope", scope),
  "coach/refinement.1/3#1": call("submit_scope", { ...scope, summary: "One thing in one file." }),
  "artifact/refinement.2/4#1": call("submit_scope", larger),
  "coach/planning.2/1#1": call("submit_tasks", { tasks: "first the parser" }),
  "coach/planning.2/1#2": call("submit_tasks", { tasks: plan }),
  "volunteer/planning.2/1/ada#1": call("volunteer", { tasks: [{ task: "t1", why: "I know parsers." }] }),
  "volunteer/planning.2/1/bo#1": call("volunteer", { tasks: [] }),
  "volunteer/planning.2/1/cy#1": call("volunteer", { tasks: [{ task: "t2", why: "I like undo." }] }),
};

/** What the person does while somebody is being asked; what is said then comes too late for that request. */
const meanwhile: Readonly<
  Record<string, (team: WireTeam, sent: { ended: Promise<unknown> }) => Promise<unknown>>
> = {
  "turn/refinement.1/2#1": ({ journal }) => say(journal, "Dates are ISO only."),
  "turn/refinement.1/4#1": async ({ journal, server }, sent) => {
    if (server.requests.filter(({ by }) => by?.thread === "turn/refinement.1/4").length > 1) return;
    await say(journal, "Stop: no network at all.", { now: true });
    await sent.ended; // broken off, or this test waits for ever
  },
  "turn/refinement.1/5#1": ({ journal }) => say(journal, "And you, what about Windows?", { to: ["cy"] }),
  "turn/planning.1/1#1": ({ journal }) => goBack(journal, "refinement", "we forgot undo"),
  "turn/refinement.2/2#1": ({ journal }) => advance(journal),
};

const speak: Speaker = async (ask, team, sent) => {
  await meanwhile[ask]?.(team, sent);
  return script[ask] ?? { text: `A remark at ${ask}.` };
};

/** The person at each stop, in order. */
async function lead(team: WireTeam): Promise<void> {
  const { journal } = team;
  const answer = async (kind: string, words: string) => {
    expect(await team.run("planning")).toMatchObject({ kind: "waiting" });
    expect(team.wait()).toMatchObject({ kind });
    await replyTo(journal, team.wait().id, words, realClock.now());
  };
  await answer("size", "talk");
  await answer("question", "2");
  await answer("accept", "back it must say where things are kept");
  expect(await team.run("planning")).toMatchObject({ kind: "waiting" });
  const { id } = team.wait();
  const mine = JSON.stringify({ ...scope, summary: "One thing in one file, by hand." });
  expect(await editArtifact(journal, "scope", mine, id)).toMatchObject({ kind: "done", version: 3 });
  await answer("accept", "yes");
  await answer("accept", "yes");
  expect(await team.run("planning")).toMatchObject({ kind: "waiting" });
  expect(team.wait()).toMatchObject({ kind: "assign", tasks: ["t1", "t2"] });
  await assign(journal, { kind: "hand", pairs: [["t1", "bo"]] });
  await answer("assign", "yes");
  expect(await team.run("planning")).toMatchObject({ kind: "reached" });
}

test.each(["shared", "perspective"] as const)(
  "from new to assigned tasks, three members on three wires and a person who leads, in %s",
  async (rendering) => {
    const team = await WireTeam.open(speak, {
      title: "Keep notes",
      brief: "A notebook for the terminal.",
      seats: seatsOf(rendering),
      policy: { ...policy, sizing: true, assign: "volunteer", asks: { ...policy.asks, artifact: 4 } },
    });
    await lead(team);
    team.server.assertSpent();
    const { tasks } = team.journal.state();
    expect([tasks.t1?.owner, tasks.t2?.owner]).toEqual(["bo", "cy"]);

    const says = (ask: string) => unnumbered(textOf(team.ask(ask).asked));
    const suffix = (ask: string) => lastWords(team.ask(ask));
    // Breaking in: with the other words in the very next request, and with --now in the same ask, asked again.
    expect(says("turn/refinement.1/2#2")).toContain("[product manager] Dates are ISO only.");
    expect(says("turn/refinement.1/4#1")).toContain("[product manager] Stop: no network at all.");
    expect(attempts(team, "turn/refinement.1/4#1")).toBe(2);
    // Mentions: by a member, by the coach, and by the person with --to.
    expect(suffix("turn/refinement.1/2#1")).toContain("- ada: @bo, can the parser take that?");
    expect(says("turn/refinement.1/4#1")).toContain("- coach: @ada, what does that change?");
    expect(suffix("turn/refinement.1/5#1")).not.toContain("wait for your answer");
    expect(suffix("turn/refinement.1/6#1")).toContain("- product manager: And you, what about Windows?");
    // Question, options and answer: to whoever asked as the result of the call, to all others together.
    expect(says("coach/refinement.1/1#2")).toContain("The product manager answers: plain text");
    expect(says("turn/refinement.1/4#1")).toContain(
      "[coach asks] Which format? (json / plain text)\n[product manager answers] plain text",
    );
    // Words beside a record or a question are a message for all, in one request.
    expect(says("turn/refinement.1/5#1")).toContain("[ada] Windows needs no path of its own.");
    expect(says("turn/refinement.1/6#1")).toContain("[bo] Old files are read once more.");
    expect(says("coach/refinement.1/2#1")).toContain("[cy] Colours are not for now.");
    expect(says("turn/refinement.1/4#1")).toContain("[coach] Only the format is open.");
    // Passing is no message, and only the coach reads why.
    expect(suffix("coach/refinement.1/1#1")).toContain("- cy: Nothing to add.");
    expect(says("turn/refinement.1/4#1")).not.toContain("Nothing to add.");
    // Sent back, edited by hand, gone back, and what followed.
    expect(says("turn/refinement.1/7#1")).toContain(
      "[product manager sends version 1 of the scope back] it must say where things are kept",
    );
    expect(says("turn/planning.1/1#1")).toContain("I have changed the scope by hand");
    expect(says("turn/planning.1/1#1")).toContain("One thing in one file, by hand.");
    expect(says("turn/refinement.2/1#1")).toContain("[product manager] Back to refinement: we forgot undo");
    expect(says("coach/planning.2/1#2")).toMatch(/tasks: must be a list, not a text/);
    await assertHeard(team);
    for (const sent of team.sent()) expect([sent.by, orderFaults(sent)]).toEqual([sent.by, []]);
    assertOpenings(team.sent(), rendering);
    const checked = await checkEveryPrefix(await team.facts(), (blob) => team.files.blobs.get(blob));
    expect(checked.requests).toBe(team.sent().length);
  },
);

function lastWords({ asked }: Sent): string {
  const last = asked.messages.at(-1);
  return last?.role === "user" ? (last.blocks.at(-1) ?? "") : "";
}

function attempts(team: WireTeam, ask: string): number {
  return team.sent().filter(({ by }) => `${by.thread}#${by.ask}` === ask).length;
}

/** Whatever a person said, answered or changed is in the very next request, whoever is asked. */
async function assertHeard(team: WireTeam): Promise<void> {
  const facts = await team.facts();
  const asked = facts.filter(({ event }) => event.type === "model.asked");
  const sent = team.sent();
  expect(asked.length).toBe(sent.length);
  const heard = facts.flatMap(({ seq, actor, event }) => {
    if (actor !== "human") return [];
    const words =
      event.type === "message.posted" || event.type === "question.answered" ? event.text : undefined;
    const next = asked.findIndex((one) => one.seq > seq);
    return words === undefined || next < 0 ? [] : [{ words, in: sent[next] }];
  });
  expect(heard.length).toBe(7);
  for (const { words, in: next } of heard) expect(next && textOf(next.asked)).toContain(words);
}

/** `shared`: all who talk in a phase begin alike. `perspective`: one's own words are one's own. */
function assertOpenings(sent: readonly Sent[], rendering: Rendering): void {
  const firsts = sent.filter(({ by, wire }) => by.ask === 1 && wire === "anthropic");
  let compared = 0;
  firsts.forEach((later, index) => {
    const earlier = firsts[index - 1];
    if (!earlier || visitOf(earlier) !== visitOf(later)) return;
    const [before, after] = [beginning(earlier), beginning(later)];
    if (rendering === "perspective") return;
    expect(after.rules).toBe(before.rules);
    expect(after.said.slice(0, before.said.length)).toEqual(before.said);
    compared++;
  });
  const own = sent.filter(({ by, asked }) => by.ask === 1 && asked.messages.some(isOwn));
  expect(compared > 5).toBe(rendering === "shared");
  expect(own.length > 5).toBe(rendering === "perspective");
}

function isOwn({ role }: { role: string }): boolean {
  return role === "assistant";
}

/** `refinement.1` of `turn/refinement.1/4`. */
function visitOf({ by }: Sent): string | undefined {
  return by.thread.split("/")[1];
}

/** Tools and rules as bytes, and what was said before the suffix, without the marks for the cache. */
function beginning(sent: Sent): { readonly rules: string; readonly said: readonly string[] } {
  const { tools, system } = sent.body as { tools?: unknown; system?: unknown }; // Anthropic's wire
  // A block of words on that wire, which is all that there is before an answer.
  const said = rawMessages(sent).flatMap(({ parts }) => parts.map((part) => (part as { text: string }).text));
  const suffix = said.findIndex((text) => /^\[you are (ada|coach), /.test(text));
  expect(suffix).toBeGreaterThan(0);
  return { rules: JSON.stringify([tools, system]), said: said.slice(0, suffix) };
}
