import { isWanted } from "../../core/decide/decide.ts";
import type { Step } from "../../core/decide/step.ts";
import type { Blobs } from "../../core/ports/blobs.ts";
import type { Hash } from "../../core/ports/clock.ts";
import type { Worktree } from "../../core/ports/files.ts";
import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { TalkMemory } from "../../core/prompt/talk-memory.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import type { Project } from "../project.ts";
import { rememberCharters } from "../run/remember-charters.ts";
import type { DryJournal } from "./dry-journal.ts";

/** Ends the look ahead: what comes next depends on something that has not been done. */
export class NotForeseen extends Error {
  override readonly name = "NotForeseen";
}

/** A context in which performing a step has no effects. It does read prompts and side files. */
export function dryWorld(
  project: Project,
  files: SessionFiles,
  journal: DryJournal,
  now: Instant,
): (step: Step) => StepContext {
  const blobs = dryBlobs(files.blobs, project.hash);
  const charter = rememberCharters(blobs);
  const talk = new TalkMemory();
  return (step) => ({
    step,
    journal: journal.as(step.key),
    blobs,
    charter,
    talk,
    workspace,
    model,
    prompts: project.prompts,
    clock: { now: () => now, sleep: async () => {} },
    hash: project.hash,
    redaction: project.redaction,
    signal: new AbortController().signal,
    price: project.price,
    random: () => 0,
    emit: () => {},
    wanted: (at) => isWanted(at, step.key, now),
  });
}

/** Keeps new blobs in memory and reads existing ones. */
function dryBlobs(real: Blobs, hash: Hash): Blobs {
  const kept = new Map<string, string>();
  return {
    async put(text) {
      kept.set(hash(text), text);
      return hash(text);
    },
    get: async (blob) => kept.get(blob) ?? real.get(blob),
  };
}

async function notForeseen(): Promise<never> {
  throw new NotForeseen();
}

const model: Model = { reply: notForeseen };

const worktree: Worktree = {
  readText: notForeseen,
  list: notForeseen,
  match: notForeseen,
  look: notForeseen,
  search: notForeseen,
  write: notForeseen,
  mayWrite: notForeseen,
};

/** Making a worktree does not change what is asked next, so this one only pretends to. */
const workspace: Workspace = {
  telling: () => workspace,
  addWorktree: async () => "",
  worktree: async () => worktree,
  placeOf: notForeseen,
  tree: () => worktree,
  texts: notForeseen,
  removeLock: notForeseen,
  merge: async () => ({ tree: "", conflicts: [] }),
  hold: async () => true,
  kept: notForeseen,
  holdAll: notForeseen,
  release: notForeseen,
  resolve: notForeseen,
  writeTree: notForeseen,
  leftOut: notForeseen,
  treeOf: notForeseen,
  treeWith: notForeseen,
  commitTree: notForeseen,
  moveRef: notForeseen,
  isAncestor: notForeseen,
  diff: async () => "",
  versions: async () => [],
  checkout: notForeseen,
  runChecks: notForeseen,
  setUp: notForeseen,
  keptBaseline: notForeseen,
  keepBaseline: notForeseen,
  updateLocks: notForeseen,
  sandbox: async () => ({ state: "off", why: "this is a dry run" }),
  runCommand: notForeseen,
  changedSince: notForeseen,
  changes: notForeseen,
  checkedOut: notForeseen,
  firstParents: notForeseen,
  subjects: notForeseen,
  moveBack: notForeseen,
  deleteRef: notForeseen,
  theirs: {
    passMessage: notForeseen,
    commit: notForeseen,
    customs: notForeseen,
    push: notForeseen,
    host: notForeseen,
    openRequest: notForeseen,
    refusesPatch: notForeseen,
    writePatch: notForeseen,
  },
  fastForward: notForeseen,
  discard: notForeseen,
  sweep: notForeseen,
  clear: notForeseen,
};
