import { Fault } from "../../core/fault.ts";
import { heldAnew } from "../../core/permits/held.ts";
import { writeVerdicts } from "../../core/permits/write-verdict.ts";
import type { CheckRun } from "../../core/ports/check-run.ts";
import type { Changed, Commands } from "../../core/ports/commands.ts";
import type { Denied } from "../../core/ports/files.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { setUpInForce, withoutLeftOut } from "../../core/state/baseline.ts";
import { callNamed, threadNamed } from "../../core/state/threads.ts";
import type { Check, Policy } from "../../core/terms/policy.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { heldBy } from "../commit/gate.ts";

/** Where an author works: the worktree, the commit it began at, and the conversation. */
interface Desk {
  readonly worktree: string;
  readonly base: string;
  readonly thread: string;
}

/** What the author of a task can run in its worktree. */
export function commandsOf(context: StepContext, { worktree, base, thread }: Desk): Commands {
  const { workspace, signal, journal, blobs } = context;
  const since = (tree: string) =>
    changedSince(workspace, { worktree, base, policy: journal.state().session.policy }, tree);
  /** What a call changed. Paths that it put back as they were on the base commit need nobody's yes. */
  const after = async (before: Changed): Promise<Changed> => {
    const { asks, ...now } = await since(before.tree);
    const anew = { ...now, heldAnew: heldAnew(now.held ?? [], before.held) };
    if (!asks) return anew;
    const { asks: still = [] } = await since(base);
    const open = asks.filter((path) => still.includes(path));
    return { ...anew, ...(open.length > 0 && { asks: open }) };
  };
  const at = (tree: string) => ({
    commit: base,
    tree,
    timeoutMs: journal.state().session.policy.checks.timeoutMs,
  });
  const prepared = async (tree: string) => {
    const setup = setUpInForce(journal.state());
    return setup && workspace.setUp(worktree, setup, at(tree), signal);
  };
  return {
    async run(command, timeoutMs) {
      const before = await since(base);
      const setup = setUpInForce(journal.state());
      const setUp = await prepared(before.tree);
      const ended = await workspace.runCommand(worktree, { command, timeoutMs, setup }, signal);
      if ("kind" in ended) return ended;
      return { ...ended, ...(setUp && { setUp }), ...(await after(before)) };
    },
    async check(names) {
      const { checks } = journal.state().session.policy;
      const quick = withoutLeftOut(journal.state(), checks.quick);
      const all = [...quick, ...withoutLeftOut(journal.state(), checks.full).filter(isElse(quick))];
      const unknown = names.filter((name) => !all.some((check) => check.name === name));
      const chosen = names.length === 0 ? quick : all.filter(({ name }) => names.includes(name));
      if (unknown.length > 0 || chosen.length === 0) return noSuchCheck(all, unknown);
      const before = await since(base);
      const how = { timeoutMs: checks.timeoutMs, setup: setUpInForce(journal.state()) };
      const setUp = await prepared(before.tree);
      const isReady = setUp === undefined || setUp.exit === 0;
      const runs = [
        ...(setUp ? [setUp] : []),
        ...(isReady ? await workspace.runChecks(worktree, chosen, how, signal) : []),
      ];
      return { runs, ms: msOf(runs), ...(await after(before)) };
    },
    async install() {
      const setup = setUpInForce(journal.state());
      if (!setup)
        return { kind: "denied", reason: "This project has no set-up, so there is nothing to install." };
      const before = await since(base);
      const updated = await workspace.updateLocks(worktree, setup, at(before.tree), signal);
      const now = updated ? await since(before.tree) : before;
      const setUp = updated && updated.exit !== 0 ? undefined : await prepared(now.tree);
      const runs = [updated, setUp].filter((run) => run !== undefined);
      return { runs, ms: msOf(runs), ...(await after(before)) };
    },
    changes: () => since(base),
    async printed(call) {
      const found = threadNamed(journal.state(), thread);
      const settled = found && callNamed(found, call);
      const blob = settled?.status === "settled" ? settled.result.ran?.blob : undefined;
      return blob === undefined ? undefined : blobs.get(blob);
    },
    until: (other) =>
      commandsOf({ ...context, signal: AbortSignal.any([signal, other]) }, { worktree, base, thread }),
  };
}

/** A worktree that git cannot take as it is, such as one with a repository inside, is a matter of its author. */
export async function changedSince(
  workspace: Workspace,
  { worktree, base, policy }: Pick<Desk, "worktree" | "base"> & { readonly policy: Policy },
  tree: string,
): Promise<Changed> {
  try {
    const found = await workspace.changedSince(worktree, base, tree, heldBy(policy));
    const verdictOf = writeVerdicts(policy);
    const asks = found.changed.filter((path) => verdictOf(path).kind === "asks");
    return { ...found, ...(asks.length > 0 && { asks }) };
  } catch (error) {
    if (error instanceof Fault && error.code === "refused")
      return { tree, changed: [], problem: error.message };
    throw error;
  }
}

function msOf(runs: readonly CheckRun[]): number {
  return runs.reduce((sum, { ms }) => sum + ms, 0);
}

/** Where both lists have a check of this name, the quick one is meant. */
function isElse(quick: readonly Check[]): (check: Check) => boolean {
  return ({ name }) => !quick.some((check) => check.name === name);
}

function noSuchCheck(all: readonly Check[], names: readonly string[]): Denied {
  if (all.length === 0) return { kind: "denied", reason: "This project has no checks." };
  const known = all.map(({ name }) => name).join(", ");
  return { kind: "denied", reason: `There is no check ${names.join(" or ")}. There are: ${known}.` };
}
