import type { Draft } from "../../core/facts/fact.ts";
import { byHarness } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { State } from "../../core/state/state.ts";
import { systemFault } from "../../core/system-fault.ts";
import type { StepKey } from "../../core/terms/ids.ts";
import { foreignText } from "../../core/text/foreign-text.ts";
import { type Redaction, withoutKeyShapes } from "../../core/text/redaction.ts";

const backOffMs = [1_000, 10_000];

/**
 * A step's failure as a fact. Huddle tries the step again after one second, then after ten. After the third failure, or
 * at once if only a person can help, it waits in the inbox. So the runner never spins.
 */
export function failureOf(
  at: State,
  step: StepKey,
  thrown: unknown,
  now: string,
  redaction: Redaction,
): Draft {
  const error = systemFault(thrown) ?? thrown;
  const delay = error instanceof Fault ? undefined : backOffMs[at.failures[step]?.count ?? 0];
  const words = error instanceof Error ? error.message : String(error);
  const text = withoutKeyShapes(foreignText(words, redaction));
  const code =
    error instanceof Fault ? { code: error.code, ...(error.remedy && { remedy: error.remedy }) } : {};
  if (delay === undefined) return byHarness({ type: "step.failed", step, error: text, ...code });
  return byHarness({
    type: "step.failed",
    step,
    error: text,
    retryAt: new Date(Date.parse(now) + delay).toISOString(),
  });
}
