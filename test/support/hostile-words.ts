import { answer } from "../../src/app/say/answer.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { AskedBy, ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import { FakeSession, modelOf } from "./fake-session.ts";
import { planned, team } from "./plans.ts";
import { says } from "./scripted-model.ts";

/** What a session came to in which every text that a model hands over is the same. */
export interface HostileSession {
  readonly session: FakeSession;
  readonly asked: readonly { readonly by: AskedBy; readonly request: Request }[];
}

/** Plays a whole session in which every text field of every tool, every message and all check output is these words. */
export async function hostileSession(
  words: string,
  rendering: "shared" | "perspective" = "shared",
): Promise<HostileSession> {
  const asked: { by: AskedBy; request: Request }[] = [];
  const check = [{ name: "tests", run: "test" }];
  const session = await new FakeSession({
    seats: team.map((seat) => ({ ...seat, rendering })),
    policy: { pace: "auto", turns: 4, sizing: true, checks: { quick: check, full: check, timeoutMs: 9 } },
  }).open();
  let runs = 0;
  session.world.complaint = `not ok 1 - ${words}\n${words}`;
  session.world.judge = () => {
    runs += 1;
    return runs !== 1;
  };
  const model = modelOf((by, _, request) => {
    asked.push({ by, request });
    return hostileReply(words, by);
  });
  await session.journal.append(() => [
    { actor: "human", event: { type: "message.posted", text: "Keep it small." } },
  ]);
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await session.run({ model });
    const [question] = decide(session.state, session.clock.now()).waits;
    if (question?.kind !== "question") break;
    await answer(session.journal, question.id, { kind: "tell", words: "Yes." }, session.clock.now());
  }
  return { session, asked };
}

function hostileReply(words: string, { thread, ask, seat }: AskedBy): ModelReply | undefined {
  const [kind, place = "", number] = thread.split("/");
  switch (kind) {
    case "sizing":
      return says.call("size_work", { size: "task", tasks: 1, why: words });
    case "turn":
      if (ask > 1 || seat === "bo") return says.text(`${words}\n@coach ${words}`);
      return number === "1" ? records(words) : says.call("pass_turn", { reason: words });
    case "coach":
      // After the person's answer the talk goes on, so that the others read it.
      if (number !== "1" || place !== "refinement.1") return artifact(words, place.replace(/\.\d+$/, ""));
      return ask === 1
        ? says.call("ask_pm", { question: words, options: [words, `${words}!`] })
        : says.text(words);
    case "artifact":
      return artifact(words, place.replace(/\.\d+$/, ""));
    case "coding":
      if (ask % 2 === 0) return says.call("done", { summary: words });
      return says.calls(
        { tool: "write_file", input: { path: "a.txt", content: `${words} ${ask}` } },
        { tool: "write_file", input: { path: "b.txt", content: `${ask}` } },
        { tool: "read_file", input: { path: words } },
        { tool: words, input: { [words]: words } },
        ...(ask === 1 ? [{ tool: "ask_question", input: { question: words, context: words } }] : []),
      );
    case "answer":
      return says.call("submit_reply", { answer: words });
    case "review":
      return ask === 1
        ? says.calls({ tool: "read_diff", input: {} }, { tool: "search_code", input: { pattern: words } })
        : says.call("review_complete", { status: number === "1" ? "changes" : "approved", feedback: words });
    default:
      return undefined;
  }
}

function records(words: string): ModelReply {
  const decision = {
    topic: words,
    decision: words,
    reason: words,
    proposed: "human",
    agreed: ["human", "bo"],
  };
  return says.calls(
    { tool: "record_decision", input: decision },
    { tool: "defer_point", input: { topic: words, why: words } },
  );
}

function artifact(words: string, phase: string): ModelReply {
  const list = [words, words];
  if (phase === "refinement") {
    const requirements = [{ id: "r1", text: words, accepted: list }];
    const rest = { openQuestions: list, assumptions: list, outOfScope: list };
    return says.call("submit_scope", { summary: words, requirements, ...rest });
  }
  if (phase === "planning") {
    const task = { ...planned("t1"), title: words, approach: words, avoid: list, done: list, files: list };
    return says.call("submit_tasks", { tasks: [task] });
  }
  if (phase === "pre-code-review")
    return says.call("submit_approach", { tasks: [{ task: "t1", approach: words, interfaces: list }] });
  const findings = [{ task: "t1", severity: "minor", text: words }];
  return says.call("submit_findings", { summary: words, findings });
}
