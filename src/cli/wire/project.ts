import { realpathSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import about from "../../../package.json" with { type: "json" };
import type { Permits, Project, Trust } from "../../app/project.ts";
import type { Folders } from "../../config/folders.ts";
import { Fault } from "../../core/fault.ts";
import type { Prompts } from "../../core/ports/prompts.ts";
import type { Price } from "../../core/terms/money.ts";
import { executedBy, type Permit } from "../../core/terms/policy.ts";
import type { PriceTable } from "../../model/price-table.ts";
import { onceDone } from "../../workspace/once-done.ts";
import { stateOf } from "../../workspace/sandbox-here.ts";
import {
  baselinesOf,
  committedFiles,
  dependenciesOf,
  gitSays,
  hash,
  trialsOf,
  worktreesOf,
} from "./places.ts";
import { sandboxHere } from "./sandbox.ts";
import type { Wire } from "./wire.ts";

export async function openProject(wire: Wire, env: NodeJS.ProcessEnv, from: string): Promise<Project> {
  const { findCheckout, readyRepository } = await import("../../workspace/git/find-repository.ts");
  // Loads the rest of the program while git answers.
  const [
    checkout,
    { openWorkspace },
    { openProcesses },
    { openSessionStore },
    { openPrompts },
    { readKnownModels },
    price,
  ] = await Promise.all([
    findCheckout(from, env),
    import("../../workspace/open-workspace.ts"),
    import("../../workspace/processes/processes.ts"),
    import("../../log/session-store.ts"),
    import("../../config/prompts/open-prompts.ts"),
    import("../../config/user/known-models.ts"),
    pricesOf(wire),
  ]);
  // Looking at sessions needs a checkout, but no commit and no identity.
  const {
    top: root,
    commonDir,
    branch,
  } = checkout?.top === undefined ? readyRepository(checkout) : { ...checkout, top: checkout.top };
  const worktrees = worktreesOf(wire.folders, commonDir);
  const prompts = openPrompts({
    shipped: join(wire.folders.package, "prompts"),
    root,
    committed: committedFiles(root, env),
  });
  const settings = settingsIn(wire.folders, env, { root, repository: realpathSync(commonDir) });
  const sandbox = onceDone(async () => sandboxHere(wire.folders, env, wire.keys, await runsOf(settings)));
  return {
    root,
    branch,
    sessions: openSessionStore(commonDir, {
      now: wire.clock.now,
      temporary: wire.folders.temporary,
      program: about.version,
      redaction: wire.keys,
    }),
    processes: await openProcesses({ host: hostname(), pid: process.pid }),
    clock: wire.clock,
    hash,
    ...settings,
    redaction: wire.keys,
    price,
    canUseTools: await readKnownModels(wire.folders.state),
    random: Math.random,
    prompts: withoutKeys(prompts, root, wire, env),
    promptFiles: prompts.load,
    ...namesIn({ root, worktrees, env, now: wire.clock.now, temporary: wire.folders.temporary }),
    sandbox: async () => stateOf(await sandbox()),
    openWorkspace: (session, fence, isScripted) =>
      openWorkspace({
        repository: root,
        commonDir,
        folder: join(worktrees, session),
        dependencies: dependenciesOf(wire.folders, commonDir),
        baselines: baselinesOf(wire.folders, commonDir),
        fence,
        env,
        clock: wire.clock,
        redaction: wire.keys,
        ...(!isScripted && { sandbox }),
      }),
  };
}

/** What the team file has Huddle execute. One that is not valid is reported where it is needed. */
async function runsOf({ readTeam }: Pick<Project, "readTeam">): Promise<readonly string[]> {
  try {
    return executedBy((await readTeam()).policy);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

/** What members read of prompts and instructions. */
function withoutKeys(
  prompts: Pick<Prompts, "read" | "holdTo">,
  root: string,
  { keys }: Wire,
  env: NodeJS.ProcessEnv,
): Prompts {
  let instructions: Prompts["instructions"] | undefined;
  return {
    read: async (name) => keys.redact(await prompts.read(name)),
    holdTo: prompts.holdTo,
    async instructions(commit) {
      const { openInstructions } = await import("../../workspace/files/open-instructions.ts");
      instructions ??= openInstructions({ repository: root, env });
      const found = await instructions(commit);
      return found && "text" in found ? { ...found, text: keys.redact(found.text) } : found;
    },
  };
}

interface Place {
  readonly root: string;
  readonly worktrees: string;
  readonly env: NodeJS.ProcessEnv;
  readonly temporary: string;
  now(): string;
}

/** What a session needs of git and has in it. */
function namesIn({
  root,
  worktrees,
  env,
  now,
  temporary,
}: Place): Pick<Project, "assertFree" | "holdBase" | "hasFolder" | "lacking" | "leftovers"> {
  const git = async () => {
    const { withLocks } = await import("../../workspace/git/locks.ts");
    return withLocks((await import("../../workspace/git/run-git.ts")).gitAt({ cwd: root, env }), now);
  };
  return {
    async assertFree(session) {
      const { assertFree } = await import("../../workspace/git/assert-free.ts");
      await assertFree(
        await git(),
        session === undefined ? {} : { session, folder: join(worktrees, session) },
      );
    },
    async holdBase(session, commit) {
      const { baseRef } = await import("../../floor/branches.ts");
      const { hold } = await import("../../workspace/git/hold.ts");
      await hold(await git(), baseRef(session), commit);
    },
    async hasFolder(commit, path) {
      const asked = await (await git())(["cat-file", "-t", `${commit}:${path}`], { answers: [128] });
      return asked.text === "tree";
    },
    async lacking(commit) {
      const { lackingAt } = await import("../../workspace/worktrees/lacking.ts");
      return lackingAt(commit, { root, env, temporary });
    },
    async leftovers(session) {
      const { branchRefs, heldRefs } = await import("../../floor/branches.ts");
      const { leftoversOf } = await import("../../workspace/worktrees/leftovers.ts");
      const { gitAt } = await import("../../workspace/git/run-git.ts");
      const folder = join(worktrees, session);
      const names = { branches: branchRefs(session), held: heldRefs(session), folder };
      return leftoversOf(gitAt({ cwd: root, env }), names);
    },
  };
}

/** What the files say, and what the person trusts and permits here. */
function settingsIn(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  { root, repository }: { readonly root: string; readonly repository: string },
): Pick<Project, "readTeam" | "trust" | "permits" | "trials"> {
  const permits = permitsOf(folders, repository);
  return {
    async readTeam() {
      const { openSettings } = await import("../../config/open-settings.ts");
      const team = await openSettings(folders, gitSays(env)).readTeam(root);
      const permitted = await permits.all();
      return permitted.length === 0 ? team : { ...team, policy: { ...team.policy, permits: [...permitted] } };
    },
    trust: trustOf(folders, repository),
    permits,
    trials: {
      newest: async () =>
        (await import("../../config/user/newest-trial.ts")).newestTrial(trialsOf(folders, repository)),
      keep: async (trial) =>
        (await import("../../config/user/newest-trial.ts")).keepTrial(trialsOf(folders, repository), trial),
    },
  };
}

/** `repository`: the folder of git that all its worktrees share. */
function trustOf({ config }: Pick<Folders, "config">, repository: string): Trust {
  const file = () => import("../../config/user/trust-file.ts");
  return {
    hashes: async () => (await (await file()).trustIn(config, repository)).hashes,
    async give(hash) {
      const { changeTrust } = await file();
      await changeTrust(config, repository, ({ hashes, permits }) => ({
        hashes: [...new Set([...hashes, hash])],
        permits,
      }));
    },
  };
}

function permitsOf({ config }: Pick<Folders, "config">, repository: string): Permits {
  const file = () => import("../../config/user/trust-file.ts");
  const change = async (permit: Permit, added: readonly Permit[]) => {
    const { changeTrust } = await file();
    await changeTrust(config, repository, ({ hashes, permits }) => ({
      hashes,
      permits: [
        ...permits.filter(({ kind, match }) => kind !== permit.kind || match !== permit.match),
        ...added,
      ],
    }));
  };
  return {
    all: async () => (await (await file()).trustIn(config, repository)).permits,
    keep: (permit) => change(permit, [permit]),
    revoke: (permit) => change(permit, []),
  };
}

/** The prices of models. Faulty settings are reported when a price is needed, not to a person who only looks. */
async function pricesOf({ folders, clock, keys }: Wire): Promise<Project["price"]> {
  const { readUserConfig } = await import("../../config/user/user-config.ts");
  const { openPrices } = await import("../../model/price-table.ts");
  const found = await readUserConfig(folders.config).then(
    (config) => {
      keys.learn(config);
      return { prices: config.prices ?? {} };
    },
    (error: unknown) => ({ error }),
  );
  const today = clock.now().slice(0, 10);
  let table: PriceTable | undefined;
  return (model) => {
    if (model.startsWith("rehearsal/")) return scripted;
    if ("error" in found) throw found.error;
    table ??= openPrices(found.prices, today);
    return table.priceOf(model);
  };
}

/** A scripted team costs nothing, so its price is known. */
const scripted: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
