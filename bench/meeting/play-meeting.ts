import { join } from "node:path";
import { answer } from "../../src/app/say/answer.ts";
import { openPrompts } from "../../src/config/prompts/open-prompts.ts";
import type { AskedBy, ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import { inForce } from "../../src/core/prompt/transcript-line.ts";
import { meetingPolicy } from "../../src/core/terms/meeting/meeting.ts";
import { toArray } from "../../src/core/text/appended.ts";
import { FakeSession, modelOf } from "../../test/support/fake-session.ts";
import { seat } from "../../test/support/plans.ts";
import { says } from "../../test/support/scripted-model.ts";
import type { Made, Recorded, RecordedTurn } from "./read-session.ts";

export type Played = "short" | "full";

/** Every request that the talk of a recorded session takes today, in a meeting of this size. */
export async function playMeeting(
  recorded: Recorded,
  size: Played,
  root: string,
): Promise<readonly Request[]> {
  const engineers = [...new Set(recorded.turns.filter(({ kind }) => kind === "turn").map(({ by }) => by))];
  const files = openPrompts({ shipped: join(root, "prompts"), root: join(root, "bench") });
  const session = await new FakeSession({
    title: recorded.title,
    brief: recorded.brief,
    files: {
      "README.md": filler(4_000, 1),
      ...Object.fromEntries(
        [...recorded.files].map(([path, { size: length, from }]) => [path, filler(length, from)]),
      ),
    },
    seats: [...engineers.map((id) => seat(id)), seat("coach", "coach"), seat("architect", "architect")],
    policy: {
      pace: "normal",
      turns: 12,
      sizing: true,
      asks: { turn: 8, artifact: 8, coding: 24, review: 10 },
      ...(size === "short" && meetingPolicy("short")),
    },
    prompts: { ...files, instructions: async () => undefined },
  }).open();
  const script = size === "short" ? shortScript(recorded, engineers) : fullScript(recorded);
  const requests: Request[] = [];
  const over = new AbortController();
  const model = modelOf((by, _, request) => {
    if (/^(coding|review|planning)\//.test(by.thread)) over.abort();
    else requests.push(request);
    return withIds(script(by), recorded, session);
  });
  const answers = [...recorded.answers];
  for (let runs = 0; runs < 20; runs++) {
    await session.run({ model, signal: over.signal }).catch((error: unknown) => {
      if (!over.signal.aborted) throw error;
    });
    const [wait] = session.waits;
    if (over.signal.aborted || !wait || session.state.stage?.phase === "implementation") break;
    const given = {
      question: { kind: "tell", words: wait.kind === "question" ? (answers.shift() ?? "") : "" },
      accept: { kind: "approve" },
      limit: { kind: "end" },
      size: { kind: "talk" },
    }[wait.kind as "question"];
    if (!given) throw new Error(`nobody answers ${wait.kind}`);
    await answer(session.journal, wait.id, given as { kind: "tell"; words: string }, session.clock.now());
  }
  if (!session.state.accepted.tasks) throw new Error(`the ${size} meeting came to no plan`);
  return requests;
}

type Script = (by: AskedBy) => ModelReply | undefined;

/** Turn by turn as it was. */
function fullScript({ turns }: Recorded): Script {
  return ({ thread, ask, seat: by }) => {
    const [kind, place = ""] = thread.split("/");
    const phase = place.replace(/\.\d+$/, "");
    const mine = turns.filter((turn) => turn.kind === kind && turn.phase === phase && turn.by === by);
    const nth = threadNumber(turns, thread, kind ?? "", by);
    const turn = mine[nth] ?? mine.at(-1);
    const result = turns.find((one) => one.kind === "artifact" && one.phase === phase)?.ends;
    const handsIn = turn?.ends?.tool === "signal_phase_complete" && result;
    return turn && repliesOf(handsIn ? { ...turn, ends: result } : turn)[ask - 1];
  };
}

/** Which turn of this member it is: engineers' turns are numbered over all of them. */
function threadNumber(turns: readonly RecordedTurn[], thread: string, kind: string, by: string): number {
  const number = Number(thread.split("/").at(-1)) - 1;
  if (kind !== "turn" || Number.isNaN(number)) return Math.max(0, number);
  const engineers = new Set(turns.filter((turn) => turn.kind === "turn").map((turn) => turn.by));
  return [...engineers].includes(by) ? Math.floor(number / engineers.size) : 0;
}

/** What it records is seen by all, so the coach of today does not say it again. */
function unrepeated(by: string, text: string): string {
  const open = by === "coach" ? text.search(/\bOpen: /) : -1;
  return text.startsWith("Agreed: ") && open > 0 ? text.slice(open) : text;
}

function repliesOf({ by, looks, records, asks, ends, ...said }: RecordedTurn): readonly ModelReply[] {
  const [text, later] = [unrepeated(by, said.text), unrepeated(by, said.later)];
  const looking = looks.map((calls) => says.calls(...calls));
  const pass = { tool: "pass_turn", input: { reason: "Nothing to add." } };
  const speaking = (words: string, calls: readonly Made[]): ModelReply => {
    const isSilent = words === "" && !asks && !ends;
    return { ...says.calls(...calls, ...(isSilent ? [pass] : [])), text: words };
  };
  if (asks) return [...looking, speaking(text, [...records, asks]), speaking(later, ends ? [ends] : [])];
  return [...looking, speaking(text, [...records, ...(ends ? [ends] : [])])];
}

/**
 * The same people say what they said first about scope and plan in one message, then settle what the coach named after
 * the person's answer. Everything decided, required and planned is the same.
 */
function shortScript(recorded: Recorded, engineers: readonly string[]): Script {
  const { turns, artifacts } = recorded;
  const of = (kind: string, phase: string, by: string) =>
    turns.filter((turn) => turn.kind === kind && turn.phase === phase && turn.by === by);
  const asking = turns.find(({ asks }) => asks !== undefined);
  return ({ thread, ask, seat: by }) => {
    if (thread.startsWith("sizing/"))
      return turns.filter(({ kind }) => kind === "sizing").flatMap(repliesOf)[0];
    const talked = of("turn", "refinement", by);
    if (engineers.some((name) => thread === `turn/meeting.1/${name}`)) {
      const text = [talked[0]?.text, of("turn", "planning", by)[0]?.text].filter(Boolean).join("\n\n");
      return [...(talked[0]?.looks ?? []).map((calls) => says.calls(...calls)), says.text(text)][ask - 1];
    }
    if (thread.startsWith("turn/")) {
      const looks = (talked[1]?.looks ?? []).map((calls) => says.calls(...calls));
      const text = talked[1]?.text ?? "";
      const said = text === "" ? says.call("pass_turn", { reason: "Nothing to add." }) : says.text(text);
      return [...looks, said][ask - 1];
    }
    const isFirst = thread === "coach/meeting.1/1";
    if (isFirst && ask === 1 && asking?.asks) return { ...says.calls(asking.asks), text: asking.text };
    if (isFirst) return says.text(`${engineers.map((name) => `@${name}`).join(" ")} ${asking?.later ?? ""}`);
    const records = turns.flatMap((turn) => turn.records.filter(({ tool }) => tool === "record_decision"));
    const approach = (artifacts.approach?.tasks ?? []) as {
      id?: string;
      task?: string;
      interfaces?: string[];
    }[];
    const tasks = ((artifacts.tasks?.tasks ?? []) as { id?: string; task?: string }[]).map((task) => {
      const id = task.id ?? task.task;
      return { ...task, interfaces: approach.find((one) => (one.id ?? one.task) === id)?.interfaces ?? [] };
    });
    return says.calls(...records, {
      tool: "submit_agreement",
      input: { scope: artifacts.scope ?? {}, tasks },
    });
  };
}

/** Ids of decisions are others today, and messages of the person have other names. */
function withIds(
  reply: ModelReply | undefined,
  { topics }: Recorded,
  session: FakeSession,
): ModelReply | undefined {
  if (reply?.kind !== "replied") return reply;
  const idOf = (old: unknown) => {
    const topic = topics.get(String(old));
    return toArray(session.state.ledger).findLast((one) => one.topic === topic)?.id;
  };
  const calls = reply.calls.flatMap((call) => {
    // Calls are records by construction: each was read from JSON as one.
    const { cites: _, agreed, ...input } = call.input as Record<string, unknown>;
    const names = Array.isArray(agreed) ? { agreed: agreed.filter((name) => name !== "human") } : {};
    if (call.tool === "record_decision")
      return [{ ...call, input: { ...input, ...names, proposed: "coach" } }];
    if (call.tool === "amend_decision") {
      const id = idOf(input.id);
      if (id === undefined) return [];
      const { id: _, ...amended } = input;
      return [{ tool: "record_decision", input: { ...amended, ...names, proposed: "coach", replaces: id } }];
    }
    if (call.tool !== "submit_tasks" && call.tool !== "submit_agreement") return [call];
    const tasks = (input.tasks as { decisions?: string[] }[]).map(({ decisions: __, ...task }) => task);
    return [{ ...call, input: { ...input, tasks } }];
  });
  const isWritten = calls.some(({ tool }) => tool.startsWith("submit_"));
  if (!isWritten) return { ...reply, calls };
  const made = calls.flatMap(({ tool, input }) => (tool === "record_decision" ? [input as Decided] : []));
  const known = inForce(toArray(session.state.ledger)).filter(
    ({ topic }) => !made.some((one) => one.topic === topic),
  );
  const named = calls.map((call) =>
    call.tool.startsWith("submit_")
      ? { ...call, input: naming(withNewIds(call.input, idOf), known, made) }
      : call,
  );
  return { ...reply, calls: named };
}

type Decided = { readonly id?: string; readonly topic: string; readonly decision: string };

/**
 * Today scope and plan name the decisions whose words they hold; at that time they did not. So each decision of which they
 * hold at least half the words is named at the requirement or task that has most of them.
 */
function naming(input: unknown, known: readonly Decided[], made: readonly Decided[]): unknown {
  const { requirements, tasks, scope } = input as {
    requirements?: readonly { text: string }[];
    tasks?: readonly { approach: string }[];
    scope?: object;
  };
  const all = [...known, ...made.map((one, index) => ({ ...one, id: `d#${index + 1}` }))];
  return {
    ...(input as object),
    ...(scope && { scope: naming(scope, known, made) }),
    ...(requirements && {
      requirements: eachNaming(input, requirements, all, (one, ids) => ({
        ...one,
        text: `${one.text} ${ids}`,
      })),
    }),
    ...(tasks?.every(({ approach }) => approach !== undefined) && {
      tasks: eachNaming(input, tasks, all, (one, ids) => ({ ...one, approach: `${one.approach} ${ids}` })),
    }),
  };
}

function eachNaming<T>(
  whole: unknown,
  entries: readonly T[],
  decisions: readonly Decided[],
  named: (entry: T, ids: string) => T,
): readonly T[] {
  const anywhere = wordsIn(JSON.stringify(whole));
  const said = entries.map((entry) => wordsIn(JSON.stringify(entry)));
  const placed = decisions.map(({ id, topic, decision }) => {
    const words = [...wordsIn(`${topic} ${decision}`)];
    const shared = said.map((there) => words.filter((word) => there.has(word)).length);
    const isHeld = words.filter((word) => anywhere.has(word)).length * 2 >= words.length;
    return { id, at: isHeld ? shared.indexOf(Math.max(...shared)) : -1 };
  });
  return entries.map((entry, index) => {
    const ids = placed.filter(({ at }) => at === index).map(({ id }) => id);
    return ids.length === 0 ? entry : named(entry, `(${ids.join(", ")})`);
  });
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
}

/** The artifacts cite decisions by the ids that they have today. */
function withNewIds<T>(calls: T, idOf: (old: unknown) => string | undefined): T {
  // The same calls with other digits in their texts.
  return JSON.parse(JSON.stringify(calls).replace(/\bd\d+\b/g, (old) => idOf(old) ?? old)) as T;
}

/** Text of about this length, from this line on. */
function filler(size: number, from: number): string {
  const line = (number: number) => `  const value${number} = step(value${number - 1}, ${number});`;
  const lines = from - 1 + Math.max(30, Math.ceil(size / 45));
  return `${Array.from({ length: lines }, (_, index) => line(index + 1)).join("\n")}\n`;
}
