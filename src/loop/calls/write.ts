import type { Change } from "../../core/facts/change-schema.ts";
import type { Deed } from "../../core/permits/approval-schema.ts";
import type { CallResult } from "../../core/state/call.ts";
import { foreignText } from "../../core/text/foreign-text.ts";
import { pathList } from "../../core/text/path-list.ts";
import { shownChanges } from "../../core/views/approvals/shown-changes.ts";
import { failure, type Planned, reply, type ToolResult, type WritingTool } from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";
import type { Admitted } from "./admit-call.ts";
import { applyChanges } from "./apply-changes.ts";
import { askFirst } from "./ask-first.ts";
import { beginCall } from "./begin-call.ts";
import { brokenResult, takenResult } from "./tool-result.ts";

type Input = Record<string, unknown>;

/** Plans once, keeps what it will write, records the intent that names it, and then writes. */
export async function write<T>(
  run: LoopRun<T>,
  admitted: Admitted,
  tool: WritingTool,
  input: Input,
): Promise<CallResult | "paused"> {
  const changes = await begin(run, admitted, tool, input);
  return isList(changes) ? finish(run, admitted, changes) : changes;
}

/** Does what a recorded intent says. Planning again on a half-changed tree would give another plan. */
export async function finishWrite<T>(
  run: LoopRun<T>,
  admitted: Admitted,
  changes: readonly Change[],
): Promise<CallResult> {
  const isOld = changes.some(({ content }) => content === undefined);
  return finish(run, admitted, isOld ? await recalled(run, admitted, changes) : changes);
}

/**
 * Intents of older versions name no content. Their tools changed one path each, so the tool plans again, and the
 * content counts if it has the recorded hash.
 */
async function recalled<T>(
  run: LoopRun<T>,
  admitted: Admitted,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  if (admitted.kind !== "tool" || admitted.tool.effect !== "writes") return changes;
  const planned = await plan(run, admitted.tool, admitted.input);
  if (!isList(planned)) return changes;
  const again = await changesOf(run, planned);
  return changes.map((change) => ({ ...again.find(({ after }) => after === change.after), ...change }));
}

async function finish<T>(
  run: LoopRun<T>,
  admitted: Admitted,
  changes: readonly Change[],
): Promise<CallResult> {
  const fault = await applyChanges(run, changes);
  if (fault) return fault;
  const more = (await run.written?.(changes.map(({ path }) => path))) ?? "";
  return takenResult(reply([describe(admitted, changes), more].filter((text) => text !== "").join("\n")));
}

/** A tool that no longer exists cannot say what it did. */
function describe(admitted: Admitted, changes: readonly Change[]): string {
  return admitted.kind === "tool" && admitted.tool.effect === "writes"
    ? admitted.tool.describe(admitted.input, changes)
    : `Changed ${pathList(changes.map(({ path }) => path))}.`;
}

/** Records what will change. If nothing will, the result says why. */
async function begin<T>(
  run: LoopRun<T>,
  { call }: Admitted,
  tool: WritingTool,
  input: Input,
): Promise<readonly Change[] | CallResult | "paused"> {
  const planned = await plan(run, tool, input);
  if (!isList(planned)) return planned;
  const changes = await changesOf(run, planned);
  const asked = await askFirst(run, call, await run.gate?.({ action: "write", planned }), {
    action: "write",
    ...aboutPaths(planned),
    content: () => changes.map(({ path, before, after, mode = "" }) => [path, before, after, mode]),
    shown: () =>
      shownChanges(
        planned.map(({ before, ...rest }) => ({ ...rest, before: typeof before === "object" ? "" : before })),
      ),
  });
  if (asked === "paused" || "failed" in asked) return asked;
  return (await beginCall(run, call, { changes, ...asked })) ?? changes;
}

function aboutPaths(planned: readonly Planned[]): {
  readonly paths: readonly string[];
  readonly deed?: Deed;
} {
  const gone = planned.flatMap(({ path, after }) => (after === undefined ? [path] : []));
  const written = planned.filter(({ after }) => after !== undefined);
  const paths = [...gone, ...written.map(({ path }) => path)];
  if (gone.length > 0) return { paths, deed: written.length > 0 ? "move" : "delete" };
  const [only, ...more] = written;
  if (!only || more.length > 0 || only.before !== only.after || only.executable === undefined)
    return { paths };
  return { paths, deed: only.executable ? "executable" : "not-executable" };
}

async function plan<T>(
  run: LoopRun<T>,
  tool: WritingTool,
  input: Input,
): Promise<readonly Planned[] | ToolResult> {
  try {
    const planned = await tool.prepare(input, run.hands, run.context.redaction.redact);
    return isList(planned) ? (keyIn(run, planned) ?? planned) : takenResult(planned);
  } catch (error) {
    return brokenResult(tool.name, error, run.context.redaction);
  }
}

/** A key that a file holds would be copied into a side file and into a commit. */
function keyIn<T>({ context }: LoopRun<T>, planned: readonly Planned[]): ToolResult | undefined {
  for (const { path, after = "" } of planned) {
    const name = context.redaction.find(after);
    if (name !== undefined)
      return failure(
        `${path} would hold the value of a key in use (${name}), and Huddle writes no key. Let the code read it from the environment.`,
      );
  }
  return undefined;
}

const modes = ["100644", "100755"] as const;

/** Keeps the content first, so that it is on disk before the intent that names it. */
async function changesOf<T>({ context }: LoopRun<T>, planned: readonly Planned[]): Promise<Change[]> {
  const hashOf = (text: Planned["before"]) =>
    typeof text === "string" ? context.hash(text) : (text?.hash ?? null);
  const changes: Change[] = [];
  for (const { path, before, after, executable, shown } of planned) {
    const content = after === undefined ? null : await context.blobs.put(after);
    changes.push({
      path,
      before: hashOf(before),
      after: hashOf(after),
      content,
      ...(executable !== undefined && { mode: modes[executable ? 1 : 0] }),
      ...(shown !== undefined && { shown: foreignText(shown, context.redaction) }),
    });
  }
  return changes;
}

/** `Array.isArray` does not narrow a readonly list out of a union. */
function isList<T>(given: readonly T[] | object | string): given is readonly T[] {
  return Array.isArray(given);
}
