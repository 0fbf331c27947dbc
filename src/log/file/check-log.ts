import { teamEventSchema } from "../../core/facts/events.ts";
import type { Fact } from "../../core/facts/fact.ts";
import type { LogCheck } from "../../core/ports/sessions.ts";
import { issueWords } from "../../core/text/issue-words.ts";
import { isErrno } from "../errno.ts";
import { type LogHandle, openLogToRead } from "./log-handle.ts";
import { LogReader } from "./log-reader.ts";

const nothing = { lines: 0, counted: 0, torn: 0, losing: 0, unknown: 0, invalid: [] };

/** Reads a whole log with the full schemas. Returns what is wrong with it, and does not throw. */
export async function checkLog(path: string): Promise<LogCheck> {
  try {
    const handle = await openLogToRead(path);
    try {
      return check(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isErrno(error, "ENOENT")) return nothing; // a new session without any facts
    if (isErrno(error)) return { ...nothing, damage: { line: 0, reason: error.message } };
    throw error;
  }
}

function check(handle: LogHandle): LogCheck {
  const invalid: { line: number; seq: number; reason: string }[] = [];
  let unknown = 0;
  let fence = 0;
  const reader = new LogReader(handle, (fact, line) => {
    if (fact.event.type === "unknown") unknown += 1;
    const reason = invalidity(fact, fence);
    if (reason !== undefined) invalid.push({ line, seq: fact.seq, reason });
    if (fact.event.type === "runner.started") fence = fact.seq;
  });
  reader.read();
  const { lines, torn, losing } = reader.chain.tally;
  return {
    lines,
    counted: reader.chain.counted.length,
    torn: torn + (reader.unterminated ? 1 : 0),
    losing: losing + reader.chain.held,
    unknown,
    invalid,
    ...(reader.damage && { damage: reader.damage }),
  };
}

function invalidity({ event, fence: own }: Fact, fence: number): string | undefined {
  if (own !== undefined && own < fence) return "a runner that had been replaced wrote it";
  if (event.type === "unknown") return undefined;
  const checked = teamEventSchema.safeParse(event);
  if (checked.success) return undefined;
  const where = checked.error.issues.map((issue) => `${issue.path.join(".")}: ${issueWords(issue, event)}`);
  return `${event.type} is not valid (${where.join("; ")})`;
}
