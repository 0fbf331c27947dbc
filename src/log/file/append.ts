import type { TeamEvent } from "../../core/facts/events.ts";
import { type Draft, factVersion } from "../../core/facts/fact.ts";
import type { Appending, Build } from "../../core/ports/journal.ts";
import type { StepKey } from "../../core/terms/ids.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { assertNoKey } from "../assert-no-key.ts";
import { encodeLine, hashLine } from "./line.ts";
import type { LogFile } from "./log-file.ts";

/** What a journal puts on all its facts. */
export interface Mark {
  readonly step?: StepKey;
  readonly fence?: number;
}

/**
 * Compare-and-set: lines continue the head that `build` saw. If another writer's lines came first, these lose, and
 * `build` runs again. A writer loses only because another one won, so there is always progress. Two writers whose
 * lines are the same to the last byte, time and actor included, share one fact, and both get "done".
 */
export async function append(
  log: LogFile,
  build: Build,
  mark: Mark,
  redaction: Redaction,
): Promise<Appending> {
  const assertValid = await loadSchemas();
  for (;;) {
    log.refresh();
    if (mark.fence !== undefined && log.state.fence > mark.fence) {
      return { kind: "refused", why: "A later runner has taken this session over." };
    }
    const first = log.head + 1;
    const built = build(log.state, first);
    if (built === undefined) return { kind: "nothing" };
    if ("refused" in built) return { kind: "refused", why: built.refused };
    for (const { event } of built) assertValid(event);
    const batch = encodeBatch(log, built, mark);
    assertNoKey("the session's log", batch.bytes.toString("utf8"), redaction);
    try {
      await log.write(batch.bytes);
    } finally {
      log.refresh();
    }
    if (log.hashOf(batch.last) !== batch.hash) continue;
    return { kind: "done", facts: [...log.fresh(first, batch.last)], state: log.state };
  }
}

interface Batch {
  readonly bytes: Buffer;
  /** Seq and hash of the last line: when it counts, all do. */
  readonly last: number;
  readonly hash: string;
}

function encodeBatch(log: LogFile, drafts: readonly Draft[], mark: Mark): Batch {
  const at = log.now();
  let last = log.head;
  let hash = log.hashOf(last) ?? "";
  const lines = drafts.map(({ actor, event }, index) => {
    last += 1;
    const more = index < drafts.length - 1 && ({ more: true } as const);
    const line = encodeLine({ seq: last, prev: hash, at, v: factVersion, actor, ...mark, ...more, event });
    hash = hashLine(line);
    return line;
  });
  return { bytes: Buffer.concat(lines.flatMap((line) => [line, newline])), last, hash };
}

type AssertValid = (event: TeamEvent) => void;
let schemas: Promise<AssertValid> | undefined;

/** Loaded late, so that a process that only reads never waits for the schemas. */
function loadSchemas(): Promise<AssertValid> {
  schemas ??= makeSchemas().catch((error: unknown) => {
    schemas = undefined; // the next append tries again
    throw error;
  });
  return schemas;
}

async function makeSchemas(): Promise<AssertValid> {
  const { teamEventSchema } = await import("../../core/facts/events.ts");
  const { issueWords } = await import("../../core/text/issue-words.ts");
  return (event) => {
    const checked = teamEventSchema.safeParse(event);
    // An event that does not fit is a bug in `build`. It must not reach a log that is never rewritten.
    if (checked.success) return;
    const where = checked.error.issues.map((issue) => `${issue.path.join(".")} ${issueWords(issue, event)}`);
    throw new Error(`"${event.type}" does not fit its schema: ${where.join("; ")}`);
  };
}

const newline = Buffer.from("\n");
