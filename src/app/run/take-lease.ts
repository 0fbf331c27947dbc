import type { EventOf } from "../../core/facts/events.ts";
import { byHarness, refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { Processes } from "../../core/ports/processes.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Runner } from "../../core/state/session.ts";
import type { Project } from "../project.ts";

export interface LeaseRequest {
  readonly mode: EventOf<"runner.started">["mode"];
  readonly until?: EventOf<"runner.started">["until"];
  readonly maxTurns?: number;
  readonly sandbox?: EventOf<"runner.started">["sandbox"];
  /** Nobody is there, and is waited for this long. */
  readonly waitMs?: number;
  /** Ends a live runner first. */
  readonly force?: boolean;
}

export type Lease =
  | { readonly kind: "taken"; readonly fence: number }
  | { readonly kind: "busy"; readonly runner: Runner };

/** A runner on another host counts as dead after this long without a heartbeat. */
const silentMs = 30_000;

/**
 * Becomes the runner of a session. `runner.started` is the lease and its seq the fence. Only force takes over from a
 * live runner, and it ends that runner first.
 */
export async function takeLease(
  files: SessionFiles,
  processes: Processes,
  clock: Clock,
  request: LeaseRequest,
): Promise<Lease> {
  for (;;) {
    const before = files.journal.state().runner;
    if (before && before.stopped === undefined && (await lives(files, processes, clock, before))) {
      if (!request.force) return { kind: "busy", runner: before };
      await processes.end(before);
    }
    const { host, pid, startedAt } = processes.self();
    const { mode, until, maxTurns, sandbox, waitMs } = request;
    const started = await files.journal.append((at) => {
      // Another process became the runner since we looked: look again.
      if (at.runner?.seq !== before?.seq) return refusal("look again");
      return [
        byHarness({
          type: "runner.started",
          host,
          pid,
          startedAt,
          mode,
          ...(until !== undefined && { until }),
          ...(maxTurns !== undefined && { maxTurns }),
          ...(sandbox !== undefined && { sandbox }),
          ...(waitMs !== undefined && { waitMs }),
        }),
      ];
    });
    const fact = started.kind === "done" ? started.facts[0] : undefined;
    if (fact) return { kind: "taken", fence: fact.seq };
  }
}

/** Whether the session's last runner is still alive. */
export async function lives(
  files: SessionFiles,
  processes: Processes,
  clock: Clock,
  runner: Runner,
): Promise<boolean> {
  if (runner.stopped !== undefined) return false;
  const life = await processes.life(runner);
  if (life !== "elsewhere") return life === "alive";
  const silent = await files.lastBeatMs(clock.now());
  return silent !== undefined && silent < silentMs;
}

/** The process that runs the session now. Undefined: none does. */
export async function livingRunner(
  { processes, clock }: Project,
  files: SessionFiles,
): Promise<Runner | undefined> {
  const { runner } = files.journal.state();
  return runner && (await lives(files, processes, clock, runner)) ? runner : undefined;
}

export function busyFault(runner: Runner): Fault {
  return new Fault("session.busy", `This session is being run by process ${runner.pid} on ${runner.host}.`);
}
