import { writeFile } from "node:fs/promises";
import type { TeamEvent } from "../src/core/facts/events.ts";
import { type Draft, factVersion } from "../src/core/facts/fact.ts";
import { defaultPolicy } from "../src/core/terms/defaults.ts";
import { loopId } from "../src/core/terms/ids.ts";
import { encodeLine, genesis, hashLine } from "../src/log/file/line.ts";

const seats = ["ada", "bo", "cy"] as const;
const words =
  "The parser should split the text into tokens first, because then the division by zero is one case in one place. " +
  "I would rather not evaluate while reading: we tried that for the unary minus and could not test it alone. ";

/** Writes a log of a session that has talked for a long time: `count` facts or a few more. Gives the number. */
export async function writeLongLog(path: string, count: number): Promise<number> {
  const lines: Buffer[] = [];
  let prev = genesis;
  const add = (drafts: readonly Draft[], step?: string) => {
    for (const [index, { actor, event }] of drafts.entries()) {
      const seq = lines.length + 1;
      const at = new Date(Date.UTC(2026, 0, 1) + seq * 900).toISOString();
      const more = index < drafts.length - 1 && ({ more: true } as const);
      const marks = { ...(step !== undefined && { step, fence: 2 }), ...more };
      const line = encodeLine({ seq, prev, at, v: factVersion, actor, ...marks, event });
      prev = hashLine(line);
      lines.push(line);
    }
  };
  add([by("human", opened)]);
  add([by("harness", { type: "runner.started", host: "h", pid: 1, startedAt: "1", mode: "run" })]);
  add([
    by("harness", {
      type: "phase.entered",
      phase: "refinement",
      visit: 1,
      kickoff: "",
      charter: "c".repeat(64),
    }),
  ]);
  for (let turn = 0; lines.length < count; turn += 1) addTurn(turn, lines.length, add);
  await writeFile(path, Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
  return lines.length;
}

type Add = (drafts: readonly Draft[], step: string) => void;

/** One turn as the team takes it: seven facts in three appends. */
function addTurn(turn: number, head: number, add: Add): void {
  const seat = seats[turn % seats.length] ?? "ada";
  const thread = `turn/refinement.1/${turn + 1}`;
  const loop = loopId(head + 2);
  const text = words.slice(turn % 60).repeat(1 + (turn % 3));
  const round = 1 + Math.floor(turn / seats.length);
  add(
    [
      by("harness", { type: "turn.started", thread, seat, round, kind: "engineer" }),
      by("harness", { type: "loop.opened", thread, terminal: "pass_turn", asks: 6 }),
    ],
    thread,
  );
  const asking = { loop, ask: 1, attempt: 1, model: "anthropic/claude", renderer: 1 };
  add(
    [by("harness", { type: "model.asked", ...asking, hash: hashLine(Buffer.from(thread)), bytes: 9000 })],
    thread,
  );
  add(
    [
      by(seat, {
        type: "model.replied",
        asked: head + 3,
        loop,
        ask: 1,
        text,
        calls: [],
        finish: "stop",
        usage: { input: 2400 + turn, output: 180 },
      }),
      by(seat, { type: "message.posted", text, thread }),
      by("harness", { type: "loop.closed", loop, outcome: "text" }),
      by("harness", { type: "turn.ended", thread, how: "said" }),
    ],
    thread,
  );
}

function by(actor: string, event: TeamEvent): Draft {
  return { actor, event };
}

const opened: TeamEvent = {
  type: "session.opened",
  kind: "iteration",
  title: "a calculator",
  brief: "It reads an expression and prints its value.",
  seats: seats.map((id) => ({ id, role: "engineer", model: "anthropic/claude" })),
  policy: { ...defaultPolicy, author: { name: "Pia", email: "pia@example.com" } },
  repo: { base: "b".repeat(40), branch: "main" },
};
