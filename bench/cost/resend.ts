import { createHash } from "node:crypto";
import { rememberCharters } from "../../src/app/run/remember-charters.ts";
import type { Step } from "../../src/core/decide/step.ts";
import { byHarness } from "../../src/core/facts/fact.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import type { Model, ModelReply } from "../../src/core/ports/model.ts";
import type { Prompts } from "../../src/core/ports/prompts.ts";
import type { Request } from "../../src/core/ports/request.ts";
import { TalkMemory } from "../../src/core/prompt/talk-memory.ts";
import { defaultPolicy } from "../../src/core/terms/defaults.ts";
import { type ArtifactKind, artifactOf, type Phase } from "../../src/core/terms/phase.ts";
import type { Seat } from "../../src/core/terms/policy.ts";
import { rulesOf } from "../../src/core/terms/talk-rules.ts";
import { noKeys } from "../../src/core/text/redaction.ts";
import type { StepContext } from "../../src/core/work/step-context.ts";
import { enterPhase } from "../../src/team/enter-phase.ts";
import { sizeUp } from "../../src/team/size-up.ts";
import { speak } from "../../src/team/speak.ts";
import { writeArtifact } from "../../src/team/write-artifact.ts";
import { FakeWorld } from "../../test/support/fake-workspace.ts";
import { MemoryLog } from "../../test/support/memory-journal.ts";
import type { Beside } from "./read-artifacts.ts";
import type { Part, Said } from "./read-conversation.ts";

/** One request as it would have been sent. */
export interface Sent {
  readonly phase: string;
  readonly seat: string;
  readonly kind: "turn" | "coach" | "artifact" | "sizing";
  readonly request: Request;
}

export interface Resend {
  readonly parts: readonly Part[];
  readonly beside: Beside;
  readonly rendering: "shared" | "perspective";
  readonly prompts: Prompts;
}

/**
 * Plays a conversation again with the code of a run: phases are entered, members speak and artifacts are written as
 * always, and the model says what was said then. Gives every request that this took, in order.
 */
export async function resend({ parts, beside, rendering, prompts }: Resend): Promise<readonly Sent[]> {
  const log = new MemoryLog(() => "2026-01-01T00:00:00.000Z");
  const journal = log.journal();
  const seats = seatsOf(parts, rendering);
  // No member looked at code then.
  const world = new FakeWorld();
  const sent: Sent[] = [];
  const blobs = blobStore(new Map());
  const charter = rememberCharters(blobs);
  const memory = new TalkMemory();
  await journal.append(() => [
    {
      actor: "human",
      event: {
        type: "session.opened",
        kind: "iteration",
        title: beside.title,
        brief: beside.brief,
        seats: [...seats],
        policy: {
          ...defaultPolicy,
          pace: "auto",
          turns: 1_000,
          author: { name: "p", email: "p@example.com" },
        },
        repo: { base: world.base, branch: "main" },
      },
    },
  ]);
  for (const part of parts) {
    const { phase } = part;
    const enter = { kind: "enter-phase", key: `enter/${phase}.1`, claims: [], phase, visit: 1 } as const;
    await enterPhase(contextOf(enter, silent));
    if (part === parts[0]) await size(part);
    await talk(part);
    if (part.closed) await handOver(part);
  }
  return sent;

  /** Before anybody talks, the coach says how large the brief looks. */
  async function size({ phase }: Part): Promise<void> {
    const coach = seats.find((seat) => seat.role === "coach");
    if (!coach || !rulesOf(phase).sizes) return;
    const sized = { size: "parallel", tasks: beside.tasks.tasks.length, why: "Several can work at once." };
    const step = { kind: "sizing", key: `sizing/${phase}.1`, claims: [], seat: coach.id } as const;
    await sizeUp(contextOf(step, answering(phase, "sizing", calling("size_work", sized))));
  }

  async function talk({ phase, said }: Part): Promise<void> {
    let turns = 0;
    let rounds = 0;
    const engineers = seats.filter((seat) => seat.role === "engineer").length;
    for (const one of said) {
      const seat = seats.find(({ id }) => id === one.from);
      if (!seat) {
        await post(journal, one);
        continue;
      }
      const isCoach = seat.role === "coach";
      const count = isCoach ? ++rounds : ++turns;
      const round = isCoach ? rounds : Math.ceil(turns / Math.max(1, engineers));
      const kind = isCoach ? "coach" : "turn";
      const key = `${kind}/${phase}.1/${count}`;
      const model = answering(phase, kind, replyOf(one, isCoach ? phase : undefined));
      await speak(contextOf({ kind, key, claims: [], seat: seat.id, round }, model));
    }
  }

  async function handOver({ phase }: Part): Promise<void> {
    const artifact = artifactOf(phase);
    const scribe = seats.find((seat) => seat.role === "coach") ?? seats[0];
    if (artifact === undefined || !scribe || isAccepted(artifact)) return;
    const key = `artifact/${phase}.1/1`;
    const step = { kind: "artifact", key, claims: [], seat: scribe.id, artifact, version: 1 } as const;
    const model = answering(phase, "artifact", handingIn(artifact));
    await writeArtifact(contextOf(step, model));
    if (!isAccepted(artifact)) throw new Error(`the ${artifact} beside the conversation does not fit`);
  }

  function isAccepted(artifact: ArtifactKind): boolean {
    return journal.state().artifacts[artifact]?.settled?.verdict === "accepted";
  }

  function handingIn(artifact: ArtifactKind): ModelReply {
    const bodies: Partial<Record<ArtifactKind, unknown>> = {
      scope: beside.scope,
      tasks: beside.tasks,
      approach: beside.approach,
      findings: { summary: "Nothing found.", findings: [] },
    };
    return calling(`submit_${artifact}`, bodies[artifact]);
  }

  /** An empty message was a signal through a tool, of a coach who hands in the result today; a pass is one call. */
  function replyOf({ text, passed }: Said, coached: Phase | undefined): ModelReply {
    if (passed) return calling("pass_turn", { reason: text.slice(0, 200) || "nothing to add" });
    if (text.trim() !== "") return { kind: "replied", text, calls: [], finish: "stop" };
    const artifact = coached && artifactOf(coached);
    return artifact ? handingIn(artifact) : calling("pass_turn", { reason: "nothing to add" });
  }

  function answering(phase: string, kind: Sent["kind"], reply: ModelReply): Model {
    return {
      reply: async (request, by) => {
        sent.push({ phase, seat: by.seat, kind, request });
        return reply;
      },
    };
  }

  function contextOf<S extends Step>(step: S, model: Model): StepContext<S> {
    return {
      step,
      model,
      prompts,
      journal: journal.as(step.key),
      blobs,
      charter,
      talk: memory,
      workspace: world.open(1),
      clock: { now: log.now, sleep: async () => {} },
      hash: sha,
      redaction: noKeys,
      signal: new AbortController().signal,
      price: () => undefined,
      random: () => 0,
      emit: () => {},
      wanted: () => true,
    };
  }
}

const silent: Model = {
  reply: async () => {
    throw new Error("entering a phase asks no model");
  },
};

/** Engineers in the order in which they first spoke; the coach where there is one. */
function seatsOf(parts: readonly Part[], rendering: Seat["rendering"]): readonly Seat[] {
  const names = [...new Set(parts.flatMap(({ said }) => said.map(({ from }) => from)))];
  const members = names.filter((name) => name !== "system" && name !== "human");
  const seat = (id: string): Seat => ({
    id,
    role: id === "coach" ? "coach" : "engineer",
    model: "anthropic/one-for-all",
    ...(rendering && { rendering }),
  });
  return [...members.filter((id) => id !== "coach"), ...members.filter((id) => id === "coach")].map(seat);
}

/** A person's words, and what the tool itself noted. */
async function post(journal: Journal, { from, text }: Said): Promise<void> {
  if (text.trim() === "") return;
  const event = { type: "message.posted" as const, text };
  await journal.append(() => [from === "human" ? { actor: "human", event } : byHarness(event)]);
}

function calling(tool: string, input: unknown): ModelReply {
  return { kind: "replied", text: "", calls: [{ tool, input }], finish: "tools" };
}

function blobStore(blobs: Map<string, string>): StepContext["blobs"] {
  return {
    put: async (text) => {
      blobs.set(sha(text), text);
      return sha(text);
    },
    get: async (blob) => blobs.get(blob),
  };
}

function sha(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
