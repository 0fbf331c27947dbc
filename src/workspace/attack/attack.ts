import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { clipped } from "../../core/text/clipped.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { noKeys } from "../../core/text/redaction.ts";
import type { Environment } from "../processes/environment.ts";
import { pause } from "../processes/pause.ts";
import { type CommandEnd, runCommand } from "../processes/run-command.ts";
import { removeTree } from "../remove-tree.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { type Attempt, attemptsOn } from "./attempts.ts";
import { canary, type MadeTargets, makeTargets } from "./make-targets.ts";

/** What came of one attempt. Untried: something else than the sandbox was in its way. */
export interface Attacked {
  readonly topic: Attempt["topic"];
  readonly attempt: string;
  readonly result: "held" | "open" | "untried";
  /** In one line. */
  readonly happened: string;
}

export interface Attack {
  readonly sandbox: Sandbox;
  readonly env: Environment;
  /** Everything that the attack needs is made in a new folder below this one, and removed. */
  readonly below: string;
  readonly signal: AbortSignal;
  /** Left out: all of them. */
  chosen?(attempt: Attempt): boolean;
  /** True when there is no time for another one. */
  isLate?(): boolean;
}

/** Tries all ways out, a few at once, and looks after them whether the host is as before. */
export async function* attack({
  sandbox,
  env,
  below,
  signal,
  chosen = () => true,
  isLate = () => false,
}: Attack): AsyncIterable<Attacked> {
  const targets = await makeTargets(below, env);
  try {
    for (const some of inGroups(attemptsOn(targets).filter(chosen))) {
      if (isLate()) {
        yield* some.map((attempt) =>
          resultOf(attempt, { result: "untried", happened: "there was no time left" }),
        );
        continue;
      }
      const before = await targets.asText();
      const ends = await Promise.all(some.map((attempt) => tried(sandbox, targets, attempt, signal)));
      await pause(Math.max(...some.map(({ lateMs = 0 }) => lateMs)), signal);
      const changed = (await targets.asText()) !== before;
      yield* ends.map(({ attempt, ended }) => resultOf(attempt, judged(attempt, ended, changed)));
    }
  } finally {
    await targets.remove();
  }
}

const atOnce = 4;

/** What takes much is tried alone. */
function inGroups(attempts: readonly Attempt[]): readonly (readonly Attempt[])[] {
  const groups: Attempt[][] = [];
  for (const attempt of attempts) {
    const last = groups.at(-1);
    const fits = last && last.length < atOnce && last[0]?.topic === attempt.topic;
    if (fits && attempt.topic !== "limits") last.push(attempt);
    else groups.push([attempt]);
  }
  return groups;
}

function resultOf({ topic, name }: Attempt, result: Pick<Attacked, "result" | "happened">): Attacked {
  return { topic, attempt: name, ...result };
}

const timeoutMs = 10_000;
const mostBytes = 4_000;

async function tried(
  sandbox: Sandbox,
  { worktree, temporary: parent, repository }: MadeTargets,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<{ readonly attempt: Attempt; readonly ended: CommandEnd }> {
  const { command, limits = {} } = attempt;
  const temporary = await mkdtemp(join(parent, "attempt-"));
  const record = `${temporary}.record`;
  try {
    const { start, env } = await sandbox.enter({ worktree, temporary, commonDir: join(repository, ".git") });
    const about = { cwd: worktree, record, timeoutMs, mostBytes, redaction: noKeys };
    return { attempt, ended: await runCommand({ command, start, env, limits, ...about }, signal) };
  } finally {
    await removeTree(temporary);
  }
}

function judged(
  { said, over }: Attempt,
  ended: CommandEnd,
  changed: boolean,
): Pick<Attacked, "result" | "happened"> {
  const words = clipped(oneLine(ended.output), 100);
  if (changed)
    return {
      result: "open",
      happened: `something outside is not as before, because of this or of what was tried beside it. ${words}`,
    };
  if (ended.output.includes(canary)) return { result: "open", happened: "it read a key" };
  if (over !== undefined)
    return ended.over === over
      ? { result: "held", happened: `ended: too ${over === "processes" ? "many" : "much"} ${over}` }
      : { result: "open", happened: `it was not ended${ended.over === undefined ? "" : ` for ${over}`}` };
  if (ended.exit === 0) return { result: "open", happened: words === "" ? "it worked" : words };
  const happened = words === "" ? "it failed" : words;
  return { result: said.test(ended.output) ? "held" : "untried", happened };
}
