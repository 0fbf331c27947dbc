import { type Risk, risks } from "../../core/permits/approval-schema.ts";
import type { HeldByName } from "../../core/permits/held.ts";
import { keptAt } from "../../core/permits/kept.ts";
import { isLarge, largeWords } from "../../core/permits/size-caps.ts";
import { type WriteVerdict, writeVerdicts } from "../../core/permits/write-verdict.ts";
import type { Policy } from "../../core/terms/policy.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { Gate, Intended } from "../../loop/loop-run.ts";

/** A path that needs a person's yes, and why. */
export interface AskedPath {
  readonly path: string;
  readonly why: string;
  readonly risk: Risk;
}

/** What the project's rules hold back, and what its set-up makes. */
export function heldBy(policy: Policy): HeldByName {
  const verdictOf = writeVerdicts(policy);
  const kept = policy.setup?.keep ?? [];
  return (path) => {
    if (verdictOf(path).kind === "denied") return "person";
    return keptAt(kept, path) === undefined ? undefined : "kept";
  };
}

/** Whether the author of a task may do this under these settings. */
export function gateOf(policy: Policy, intended: Intended): Gate {
  if (intended.action === "command") return commandGate(policy, intended.command);
  const verdictOf = writeVerdicts(policy);
  const asked: AskedPath[] = [];
  for (const { path, after = "" } of intended.planned) {
    const verdict = verdictOf(path);
    if (verdict.kind === "denied") return verdict;
    const one = askedPath({ path, bytes: new TextEncoder().encode(after).length }, verdict);
    if (one) asked.push(one);
  }
  return asked.length === 0 ? { kind: "allowed" } : { kind: "asks", ...together(asked) };
}

/** Undefined: it needs nobody's yes. What a person permits for good may be large. */
export function askedPath(
  { path, bytes }: { readonly path: string; readonly bytes: number },
  verdict: WriteVerdict,
): AskedPath | undefined {
  if (verdict.kind === "asks") return { path, why: verdict.why, risk: verdict.risk };
  const isPermitted = verdict.kind === "allowed" && verdict.permitted;
  return isLarge(bytes) && !isPermitted ? { path, why: largeWords(bytes), risk: "low" } : undefined;
}

/** One reason for all, and the highest risk. */
export function together(
  asked: readonly { readonly path?: string; readonly why: string; readonly risk: Risk }[],
): {
  readonly why: string;
  readonly risk: Risk;
} {
  const isOne = asked.length === 1;
  const why = asked
    .slice(0, most)
    .map(({ path, why }) => (isOne || path === undefined ? why : `${oneLine(path)}: ${why}`));
  const more = asked.length > most ? [`and ${asked.length - most} more paths`] : [];
  const risk = risks.findLast((level) => asked.some((one) => one.risk === level)) ?? "low";
  return { why: [...why, ...more].join("; "), risk };
}

const most = 8;

function commandGate({ commands, permits = [] }: Policy, command: string): Gate {
  const isPermitted = permits.some(({ kind, match }) => kind === "command" && match === command);
  if (commands !== "ask" || isPermitted) return { kind: "allowed" };
  return { kind: "asks", why: 'the project asks before each command ("commands": "ask")', risk: "raised" };
}
