import { type Risk, risks } from "../../core/permits/approval-schema.ts";
import type { HeldByName } from "../../core/permits/held.ts";
import { keptAt } from "../../core/permits/kept.ts";
import { isLarge, largeWords } from "../../core/permits/size-caps.ts";
import { type WriteVerdict, writeVerdicts } from "../../core/permits/write-verdict.ts";
import type { FileRead } from "../../core/ports/files.ts";
import type { Policy } from "../../core/terms/policy.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { Planned } from "../../core/work/tool.ts";
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

/**
 * Whether the author of a task may do this under these settings. `inBase`: these files in the base commit. To put a file
 * back as it was there needs nobody's yes.
 */
export async function gateOf(
  policy: Policy,
  intended: Intended,
  inBase: (paths: readonly string[]) => Promise<readonly FileRead[]>,
): Promise<Gate> {
  if (intended.action === "command") return commandGate(policy, intended.command);
  const verdictOf = writeVerdicts(policy);
  const asked: { readonly one: AskedPath; readonly planned: Planned }[] = [];
  for (const planned of intended.planned) {
    const { path, after = "" } = planned;
    const verdict = verdictOf(path);
    if (verdict.kind === "denied") return verdict;
    const one = askedPath({ path, bytes: new TextEncoder().encode(after).length }, verdict);
    if (one) asked.push({ one, planned });
  }
  if (asked.length === 0) return { kind: "allowed" };
  const base = await inBase(asked.map(({ one }) => one.path));
  const anew = asked.filter(({ planned }, index) => !isAsBefore(planned, base[index]));
  if (anew.length === 0) return { kind: "allowed" };
  return { kind: "asks", ...together(anew.map(({ one }) => one)) };
}

function isAsBefore({ after, executable }: Planned, before: FileRead | undefined): boolean {
  if (after === undefined) return before?.kind === "none" && before.like === undefined;
  const isSameMode =
    executable === undefined || executable === (before?.kind === "text" && before.executable === true);
  return before?.kind === "text" && before.text === after && isSameMode;
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
