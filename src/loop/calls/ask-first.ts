import type { EventOf } from "../../core/facts/events.ts";
import { byHarness, refusal } from "../../core/facts/fact.ts";
import type { Deed } from "../../core/permits/approval-schema.ts";
import type { CallResult, OpenCall } from "../../core/state/call.ts";
import { threadOfLoop } from "../../core/state/threads.ts";
import type { ApprovalId } from "../../core/terms/ids.ts";
import { foreignText } from "../../core/text/foreign-text.ts";
import { dueAfter, mayBegin } from "../../core/work/step-context.ts";
import { failure } from "../../core/work/tool.ts";
import type { Gate, LoopRun } from "../loop-run.ts";
import { notBegun } from "./begin-call.ts";

/** What a person would say yes to. */
export interface Wanted {
  readonly action: EventOf<"approval.requested">["action"];
  readonly paths?: readonly string[];
  readonly deed?: Deed | undefined;
  /** Everything that must still be the same when it is done. */
  content(): unknown;
  /** What the person sees. */
  shown(): string;
}

/** It may begin, by a person's yes if it needed one; it waits for that; or it does not begin, and this is why. */
export type Asked = { readonly approval?: ApprovalId } | "paused" | CallResult;

/**
 * Lets a call begin if the gate allows it, or if a person has said yes to exactly this. Otherwise it asks, in the same
 * append that pauses the conversation. A yes to something else than it would do now is void, and it asks again.
 */
export async function askFirst<T>(
  run: LoopRun<T>,
  call: OpenCall,
  gate: Gate | undefined,
  wanted: Wanted,
): Promise<Asked> {
  if (gate?.kind === "denied") return failure(gate.reason);
  const yes = call.status === "waiting" && call.granted ? call : undefined;
  if (!yes && gate?.kind !== "asks") return {};
  const hash = run.context.hash(JSON.stringify([call.tool, call.input, await wanted.content()]));
  if (yes?.hash === hash) return { approval: yes.approval };
  if (gate?.kind !== "asks") return {};
  const why = yes ? `what it works on has changed since your yes; ${gate.why}` : gate.why;
  return request(run, call, { ...gate, why, hash }, wanted);
}

async function request<T>(
  run: LoopRun<T>,
  { id: call }: OpenCall,
  { why, risk, hash }: Extract<Gate, { kind: "asks" }> & { readonly hash: string },
  { action, paths, deed, shown: text }: Wanted,
): Promise<"paused" | CallResult> {
  const { journal, blobs, redaction } = run.context;
  const { loop } = run;
  const shown = await blobs.put(foreignText(text(), redaction));
  const dueAt = dueAfter(run.context);
  const asked = await journal.append((at) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    const thread = threadOfLoop(at, loop);
    const { seat = "", task } = thread ?? {};
    return [
      {
        actor: seat,
        event: {
          type: "approval.requested",
          action,
          seat,
          ...(task !== undefined && { task }),
          loop,
          call,
          ...(paths && { paths: [...paths] }),
          ...(deed && { deed }),
          shown,
          hash,
          risk,
          why,
          ...(dueAt !== undefined && { dueAt }),
        },
      },
      byHarness({ type: "loop.paused", loop, call, on: "approval" }),
    ];
  });
  return asked.kind === "done" ? "paused" : notBegun(run);
}
