import type { CheckRun } from "../../src/core/ports/check-run.ts";
import type { Denied, Worktree } from "../../src/core/ports/files.ts";
import type { CommitInput, FileChange, MergeResult, Workspace } from "../../src/core/ports/workspace.ts";
import { readTests } from "../../src/core/reports/runners/read-tests.ts";
import { stripControl } from "../../src/core/text/strip-control.ts";
import { sha } from "./loop-stage.ts";
import { memoryFiles } from "./memory-files.ts";

type Files = Readonly<Record<string, string>>;

interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
}

/** What the world holds: it outlives every runner that works in it. */
export class FakeWorld {
  readonly trees = new Map<string, Files>();
  readonly commits = new Map<string, Commit>();
  readonly refs = new Map<string, string>();
  readonly worktrees = new Map<string, Map<string, string>>();
  /** Branches that are checked out, and whether that place is clean. */
  readonly checkouts = new Map<string, { path: string; clean: boolean }>();
  /** What a check says about the files it is run on. */
  judge: (files: Files, command: string) => boolean = () => true;
  /** The rule that ignores a path, if one does. */
  ignores: (path: string) => string | undefined = () => undefined;
  /** Why a check cannot start, if it cannot. */
  breaks: (command: string) => string | undefined = () => undefined;
  /** Every check that was started. */
  readonly started: string[] = [];
  /** What a failing check prints. */
  complaint = "not ok 1 - it";
  /** The messages of all commits. */
  readonly messages: string[] = [];
  /** What the person's commit-msg hook makes of a message; it may throw. */
  hook: (message: string) => string = (message) => message;
  customs: { readonly subjects: readonly string[]; readonly template: string } = {
    subjects: [],
    template: "",
  };
  /** Opens a pull request; it may throw. */
  opens: (branch: string) => string = (branch) => `https://example.com/${branch}`;
  readonly patches = new Map<string, string>();
  #signed = 0;
  readonly base: string;

  constructor(files: Files = { "README.md": "# Twice\n" }) {
    this.base = this.#commit({ tree: this.#tree(files), parents: [] }, "base");
    this.refs.set("refs/heads/trunk", this.base);
  }

  filesOf(commit: string): Files {
    return this.trees.get(this.commits.get(commit)?.tree ?? "") ?? {};
  }

  /** A commit by somebody else on a branch. */
  push(branch: string, changed: Files): string {
    const ref = `refs/heads/${branch}`;
    const parent = this.refs.get(ref) ?? this.base;
    const tree = this.#tree({ ...this.filesOf(parent), ...changed });
    const commit = this.#commit({ tree, parents: [parent] }, "theirs");
    this.refs.set(ref, commit);
    return commit;
  }

  #tree(files: Files): string {
    const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
    const id = `tree-${sha(JSON.stringify(sorted)).slice(0, 12)}`;
    this.trees.set(id, sorted);
    return id;
  }

  #commit(commit: Commit, message: string): string {
    const id = `commit-${sha(JSON.stringify([commit, message])).slice(0, 12)}`;
    this.commits.set(id, commit);
    return id;
  }

  isAncestor(older: string, newer: string): boolean {
    if (older === newer) return true;
    return (this.commits.get(newer)?.parents ?? []).some((parent) => this.isAncestor(older, parent));
  }

  #baseOf(ours: string, theirs: string): string {
    const order = [...this.commits.keys()].reverse();
    return order.find((one) => this.isAncestor(one, ours) && this.isAncestor(one, theirs)) ?? this.base;
  }

  /** Merges whole files: changed on both sides in different ways is a conflict. */
  merge(ours: string, theirs: string): MergeResult {
    const base = this.filesOf(this.#baseOf(ours, theirs));
    const [left, right] = [this.filesOf(ours), this.filesOf(theirs)];
    const merged: Record<string, string> = {};
    const conflicts: string[] = [];
    for (const path of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const [a, b, o] = [left[path], right[path], base[path]];
      const text = a === b || b === o ? a : a === o ? b : `<<<<<<<\n${a}=======\n${b}>>>>>>>\n`;
      if (a !== b && b !== o && a !== o) conflicts.push(path);
      if (text !== undefined) merged[path] = text;
    }
    return { tree: this.#tree(merged), conflicts };
  }

  /** The workspace of one runner in this world. `reach` comes before every deed: it may throw, or never settle. */
  open(fence: number, reach: (place: string) => Promise<void> = async () => {}): Workspace {
    const at = <T>(place: string, act: () => T): Promise<T> => reach(place).then(act);
    const workspace: Workspace = {
      telling: (tell) => ({
        ...workspace,
        async runChecks(...asked) {
          const runs = await workspace.runChecks(...asked);
          for (const [index, { command, output }] of runs.entries())
            tell({ command, run: index + 1, text: output });
          return runs;
        },
      }),
      resolve: (ref) => at("resolve", () => this.refs.get(ref) ?? (this.commits.has(ref) ? ref : undefined)),
      addWorktree: (name, commit, tree, signal) =>
        at("worktree", () => {
          signal.throwIfAborted();
          const path = `${name}.${fence}.${this.worktrees.size}`;
          const files = this.trees.get(tree ?? this.commits.get(commit)?.tree ?? "") ?? {};
          this.worktrees.set(path, new Map(Object.entries(files)));
          return path;
        }),
      worktree: (path) => at("open", () => this.#worktree(path, at)),
      placeOf: async (path) => (this.worktrees.has(path) ? `/worktrees/${path}` : undefined),
      tree: (commit) => memoryFiles(new Map(Object.entries(this.filesOf(commit)))),
      texts: async (commit, paths) => {
        const files = memoryFiles(new Map(Object.entries(this.filesOf(commit))));
        return Promise.all(paths.map((path) => files.readText(path)));
      },
      writeTree: (path) =>
        at("tree", () => {
          const files = [...(this.worktrees.get(path) ?? [])];
          return this.#tree(Object.fromEntries(files.filter(([file]) => this.ignores(file) === undefined)));
        }),
      leftOut: (path, _, paths) =>
        at("left out", () =>
          paths.flatMap((file) => {
            const rule = this.ignores(file);
            return rule !== undefined && this.worktrees.get(path)?.has(file) ? [{ path: file, rule }] : [];
          }),
        ),
      treeOf: (commit) => at("tree of", () => this.commits.get(commit)?.tree ?? ""),
      treeWith: (commit, from, paths) =>
        at("tree with", () => {
          const taken = Object.entries(this.filesOf(from)).filter(([path]) => paths.includes(path));
          return this.#tree({ ...this.filesOf(commit), ...Object.fromEntries(taken) });
        }),
      commitTree: ({ tree, parents, message, when }: CommitInput) =>
        at("commit", () => {
          this.messages.push(message);
          return this.#commit({ tree, parents }, `${message}${when}`);
        }),
      moveRef: (ref, to, was) =>
        at("move", () => {
          const now = this.refs.get(ref) ?? null;
          if (now !== to && now !== was) return "differs";
          this.refs.set(ref, to);
          return "moved";
        }),
      hold: (ref, object) =>
        at("hold", () => {
          if (!this.trees.has(object) && !this.commits.has(object)) return false;
          this.refs.set(ref, object);
          return true;
        }),
      holdAll: async () => {},
      release: async () => {},
      discard: (path) =>
        at("discard", () => {
          this.worktrees.delete(path);
        }),
      removeLock: async () => {},
      merge: (ours, theirs) => at("merge", () => this.merge(ours, theirs)),
      isAncestor: (older, newer) => at("ancestor", () => this.isAncestor(older, newer)),
      diff: (from, to) =>
        at("diff", () => diffOf(this.filesOf(from), this.trees.get(to) ?? this.filesOf(to))),
      changes: (from, to) =>
        at("changes", () => changesOf(this.filesOf(from), this.trees.get(to) ?? this.filesOf(to))),
      checkout: (name, commit) =>
        at("checkout", () => {
          const path = `${name}.${fence}`;
          this.worktrees.set(path, new Map(Object.entries(this.filesOf(commit))));
          return path;
        }),
      setUp: async () => undefined,
      keptBaseline: async () => undefined,
      keepBaseline: async () => {},
      updateLocks: async () => undefined,
      kept: async (_, { keep = [] }) => ({ paths: keep, isBeside: true }),
      sandbox: async () => ({ state: "off", why: "this world has none" }),
      runCommand: async () => ({ kind: "denied", reason: "this world has no commands" }),
      changedSince: async (path, _, since) => {
        const now = Object.fromEntries(this.worktrees.get(path) ?? []);
        const then = this.trees.get(since) ?? this.filesOf(since);
        const all = [...new Set([...Object.keys(then), ...Object.keys(now)])].sort();
        const changed = all.filter((one) => then[one] !== now[one]);
        const added = changed.filter((one) => then[one] === undefined);
        const deleted = changed.filter((one) => now[one] === undefined);
        return { tree: this.#tree(now), changed, added, deleted };
      },
      runChecks: (path, checks, _, signal) =>
        at("checks", () => {
          signal.throwIfAborted();
          const files = Object.fromEntries(this.worktrees.get(path) ?? []);
          const last = checks.findIndex(({ run }) => this.breaks(run) !== undefined);
          const begun = last < 0 ? checks : checks.slice(0, last + 1);
          return begun.map(({ name, run }): CheckRun => {
            this.started.push(run);
            const broken = this.breaks(run);
            if (broken !== undefined) {
              const report = readTests(broken);
              return {
                name,
                command: run,
                exit: 127,
                ms: 1,
                output: broken,
                report,
                sandbox: "none",
                broken,
              };
            }
            const passed = this.judge(files, run);
            return {
              name,
              command: run,
              exit: passed ? 0 : 1,
              ms: 1,
              output: passed ? "ok" : stripControl(this.complaint),
              report: readTests(passed ? "ok" : stripControl(this.complaint)),
              sandbox: "none",
            };
          });
        }),
      versions: async () => ["node v20"],
      checkedOut: (branch) => at("checked out", () => this.checkouts.get(branch)),
      theirs: {
        passMessage: (message) => at("hook", () => this.hook(message)),
        // A signature differs each time.
        commit: ({ tree, parents, message }: CommitInput) =>
          at("sign", () => {
            this.messages.push(message);
            this.#signed += 1;
            return this.#commit({ tree, parents }, `${message}${this.#signed}`);
          }),
        customs: async () => this.customs,
        push: (remote, commit, branch) => at("push", () => void this.refs.set(`${remote}/${branch}`, commit)),
        host: async () => ({ remote: "origin", program: "gh" }),
        openRequest: (_, { branch }) => at("open", () => this.opens(branch)),
        refusesPatch: async () => undefined,
        writePatch: (file, { from, to }) =>
          at("patch", () => void this.patches.set(file, diffOf(this.filesOf(from), this.filesOf(to)))),
      },
      firstParents: async (from, to) => {
        const found: { commit: string; parents: number }[] = [];
        for (let one = to; !this.isAncestor(one, from); ) {
          const { parents = [] } = this.commits.get(one) ?? {};
          found.push({ commit: one, parents: parents.length });
          one = parents[0] ?? from;
        }
        return found;
      },
      subjects: async (_, to) => [`${to.slice(0, 12)} theirs`],
      moveBack: (path, commit) =>
        at("move back", () => {
          const [branch] = [...this.checkouts].find(([, place]) => place.path === path) ?? [];
          this.refs.set(`refs/heads/${branch}`, commit);
        }),
      deleteRef: (ref, was) =>
        at("delete", () => {
          const now = this.refs.get(ref);
          if (now !== undefined && now !== was) return "differs";
          this.refs.delete(ref);
          return "deleted";
        }),
      fastForward: (path, commit) =>
        at("fast-forward", () => {
          const [branch] = [...this.checkouts].find(([, place]) => place.path === path) ?? [];
          if (branch === undefined) throw new Error(`nothing is checked out at ${path}`);
          this.refs.set(`refs/heads/${branch}`, commit);
        }),
      clear: async () => {},
      sweep: (keep) =>
        at("sweep", () => {
          for (const path of this.worktrees.keys())
            if (!keep.includes(path) && !path.includes(`.${fence}`)) this.worktrees.delete(path);
        }),
    };
    return workspace;
  }

  #worktree(path: string, at: <T>(place: string, act: () => T) => Promise<T>): Worktree | undefined {
    const files = this.worktrees.get(path);
    if (!files) return undefined;
    const memory = memoryFiles(files);
    const denied = (file: string): Denied | undefined =>
      file.startsWith("..") ? { kind: "denied", reason: "Outside of the worktree." } : undefined;
    return {
      ...memory,
      readText: async (file) => denied(file) ?? memory.readText(file),
      mayWrite: async (file) => denied(file),
      async look(file) {
        const text = files.get(file);
        return denied(file) ?? (text === undefined ? { kind: "none" } : { kind: "file", hash: sha(text) });
      },
      write: (file, content) =>
        at("write", () => {
          if (content === undefined) files.delete(file);
          else files.set(file, content);
          return undefined;
        }),
    };
  }
}

/** Every file that differs, with all its lines out and all of them in. */
function changesOf(from: Files, to: Files): readonly FileChange[] {
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  const mode = (text: string | undefined) => (text === undefined ? null : "100644");
  return paths
    .filter((path) => from[path] !== to[path])
    .map((path) => ({
      path,
      before: mode(from[path]),
      after: mode(to[path]),
      object: sha(to[path] ?? ""),
      bytes: Buffer.byteLength(to[path] ?? ""),
    }));
}

function diffOf(from: Files, to: Files): string {
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (path) => from[path] !== to[path],
  );
  const lines = (text: string | undefined, sign: string) =>
    text === undefined
      ? []
      : text
          .trimEnd()
          .split("\n")
          .map((line) => `${sign}${line}`);
  return paths
    .sort()
    .flatMap((path) => [
      `diff --git a/${path} b/${path}`,
      "@@ -1 +1 @@",
      ...lines(from[path], "-"),
      ...lines(to[path], "+"),
      "",
    ])
    .join("\n");
}
