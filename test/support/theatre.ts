import { deepStrictEqual } from "node:assert";
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Project } from "../../src/app/project.ts";
import { type Driven, driveSession } from "../../src/app/run/drive-session.ts";
import { answer } from "../../src/app/say/answer.ts";
import { openPrompts, type PromptFiles } from "../../src/config/prompts/open-prompts.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { Answer, Wait } from "../../src/core/decide/waits/wait.ts";
import type { Fact } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { Clock } from "../../src/core/ports/clock.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import type { Model } from "../../src/core/ports/model.ts";
import type { Processes } from "../../src/core/ports/processes.ts";
import type { SessionStore } from "../../src/core/ports/sessions.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { noKeys } from "../../src/core/text/redaction.ts";
import { baseRef } from "../../src/floor/branches.ts";
import { openBlobs } from "../../src/log/beside/file-blobs.ts";
import { openSessionStore } from "../../src/log/session-store.ts";
import { RehearsalModel } from "../../src/model/rehearsal/rehearsal-model.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { openInstructions } from "../../src/workspace/files/open-instructions.ts";
import { findRepository } from "../../src/workspace/git/find-repository.ts";
import { hold } from "../../src/workspace/git/hold.ts";
import { initRepository } from "../../src/workspace/git/init-repository.ts";
import { gitAt } from "../../src/workspace/git/run-git.ts";
import { onceDone } from "../../src/workspace/once-done.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { findIsolation, type Isolation, isLasting } from "../../src/workspace/processes/isolation.ts";
import { noSandbox, type SandboxHere, stateOf } from "../../src/workspace/sandbox-here.ts";
import { type Checked, checkEveryPrefix, plain } from "./check-every-prefix.ts";
import { layOut } from "./lay-out.ts";
import { Doom, MortalJournal, mortalBlobs, mortalClock, mortalModel } from "./mortal.ts";
import { noTrials } from "./no-trials.ts";
import { permitsInMemory } from "./permits-in-memory.ts";
import { plainEnv, realClock } from "./plain.ts";
import { pointedBlobDisk, pointedWays } from "./points.ts";
import { nothingTrusted } from "./trusted.ts";

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const session = "s";
const author = { name: "Pia", email: "pia@example.com" };

/** Runners of a kill walk live in one process; whoever was there before counts as dead. */
const allDead: Processes = {
  self: () => ({ host: "here", pid: 1, startedAt: "once" }),
  life: async () => "dead",
  end: async () => {},
};

/** What this machine allows is the same for every runner, so it is tried once. */
const isolationHere = onceDone(() => findIsolation(process.env), isLasting);

/** What a person does about something that waits, before the script is asked. True: it is dealt with. */
export type Act = (wait: Wait, journal: Journal) => Promise<boolean>;

/** A place where a rehearsal is played on real git and a real log, and where runners can be killed and followed by others. */
export class Theatre {
  readonly root: string;
  readonly rehearsal: Rehearsal;
  readonly repository: string;
  /** Where the worktrees stand; may be moved between two runs. */
  folder: string;
  /** What keeps commands of members in their worktrees; without one, they have none. */
  sandbox: SandboxHere = noSandbox;

  /** Tells the runner that so much time has passed for it. */
  passes: (ms: number) => void = () => {};

  /** Where results on base commits are kept for other sessions. */
  baselines?: string;

  readonly #model: string;
  readonly #clock: Clock;
  readonly #prompts: PromptFiles;

  /** `model`: what the members' models are called, when somebody else than the script is asked for them. */
  constructor(
    root: string,
    rehearsal: Rehearsal,
    model = `rehearsal/${rehearsal.name}`,
    clock: Clock = realClock,
  ) {
    this.#model = model;
    this.#clock = clock;
    this.root = root;
    this.rehearsal = rehearsal;
    this.repository = join(root, "repo");
    this.folder = join(root, "work");
    this.#prompts = openPrompts({ shipped: "prompts", root: this.repository });
  }

  get log(): string {
    return join(this.repository, ".git/huddle/sessions", session, "log.jsonl");
  }

  /** Opens repository and session. `prepared` may change the repository before the session is opened on its head. */
  async open(prepared?: () => void | Promise<void>): Promise<void> {
    await mkdir(this.root, { recursive: true });
    const { repository: wanted, seats, title, brief, policy } = this.rehearsal;
    const env = plainEnv(this.root);
    const first = await layOut(this.repository, `theatre ${JSON.stringify(wanted)}`, async (folder) => {
      const when = "2026-01-01T00:00:00.000Z";
      const commit = await initRepository({ ...wanted, folder, author, when, env });
      await hold(gitAt({ cwd: folder, env }), baseRef(session), commit);
      return commit;
    });
    await prepared?.();
    const base = prepared ? ((await findRepository(this.repository, env))?.head ?? first) : first;
    await this.#store().create(session);
    if (base !== first) await hold(gitAt({ cwd: this.repository, env }), baseRef(session), base);
    const journal = await this.journal();
    const cast = seats.map((seat) => ({ ...seat, model: this.#model }));
    await journal.append(() => [
      {
        actor: "human",
        event: {
          type: "session.opened",
          kind: "iteration",
          title,
          brief,
          seats: cast,
          policy: { ...policy, author },
          repo: { base, branch: wanted.branch },
        },
      },
    ]);
    await journal.close();
  }

  async journal(): Promise<Journal> {
    return (await this.#store().open(session)).journal;
  }

  #store(): SessionStore {
    return openSessionStore(join(this.repository, ".git"), {
      now: () => this.#clock.now(),
      temporary: tmpdir(),
      program: "test",
    });
  }

  /** Plays until the end, or until this runner dies. */
  async play(
    doom = new Doom("none", new Set()),
    model: Model = new RehearsalModel(this.rehearsal, realClock, 0),
    processes: Processes = allDead,
    act: Act = async () => false,
    looks: (journal: Journal) => Promise<void> = async () => {},
  ): Promise<Driven | { readonly kind: "killed"; readonly at: string }> {
    const isolation = await isolationHere();
    const files = await this.#store().open(session);
    const over = new AbortController();
    const heart = new AbortController();
    const mortal = {
      ...files,
      beat: (signal: AbortSignal, onBeat?: (passedMs: number) => void) => {
        this.passes = (ms) => onBeat?.(ms);
        files.beat(AbortSignal.any([signal, heart.signal]), onBeat);
      },
      journal: new MortalJournal(files.journal, doom),
      blobs: mortalBlobs(openBlobs(join(files.folder, "blobs"), pointedBlobDisk(doom.point)), doom),
    };
    const ending = driveSession(this.#project(doom, processes, isolation), mortal, {
      lease: { mode: "run" },
      model: mortalModel(model, doom),
      signal: over.signal,
      linger: true,
    });
    const human = this.#human(files.journal, doom, over.signal, { act, looks });
    try {
      return await Promise.race([
        ending,
        human.then(() => ending),
        doom.died.then((at) => ({ kind: "killed" as const, at })),
      ]);
    } finally {
      // A killed runner tells nobody: what it had started goes on. Only its heart stops.
      if (!doom.dead) over.abort();
      heart.abort();
      await files.close();
    }
  }

  /** Drives it as far as it goes without a person. */
  async drive(model: Model, signal: AbortSignal): Promise<Driven> {
    const files = await this.#store().open(session);
    try {
      const project = this.#project(new Doom("none", new Set()), allDead, await isolationHere());
      return await driveSession(project, files, { lease: { mode: "run" }, model, signal, linger: false });
    } finally {
      await files.close();
    }
  }

  #project(doom: Doom, processes: Processes, isolation: Isolation): Project {
    const { root, repository, folder } = this;
    const env = plainEnv(root);
    return {
      root: repository,
      branch: this.rehearsal.repository.branch,
      sessions: this.#store(),
      processes,
      clock: mortalClock(this.#clock, doom),
      hash: sha,
      trust: nothingTrusted,
      permits: permitsInMemory(),
      trials: noTrials,
      redaction: noKeys,
      sandbox: async () => stateOf(this.sandbox),
      price: () => undefined,
      canUseTools: () => undefined,
      assertFree: async () => {},
      lacking: async () => [],
      leftovers: async () => ({ branches: [], held: 0, forUndo: 0, folders: [] }),
      readTeam: () => Promise.reject(new Error("there are no files to follow")),
      holdBase: async () => {},
      hasFolder: async () => true,
      random: () => 0.5,
      prompts: {
        ...this.#prompts,
        instructions: openInstructions({ repository, env }),
      },
      promptFiles: this.#prompts.load,
      openWorkspace: (_, fence) =>
        openWorkspace({
          repository,
          commonDir: join(repository, ".git"),
          folder,
          fence,
          env,
          clock: realClock,
          sandbox: async () => this.sandbox,
          ...(this.baselines !== undefined && { baselines: this.baselines }),
          ...(isLasting(isolation) && { isolation }),
          ...pointedWays({ repository, folder, env }, doom.point),
        }),
    };
  }

  /** Answers what waits as the script says, found by what is asked, so that it can begin anywhere. */
  async #human(
    journal: Journal,
    doom: Doom,
    signal: AbortSignal,
    { act, looks }: { readonly act: Act; readonly looks: (journal: Journal) => Promise<void> },
  ): Promise<void> {
    while (!signal.aborted && !doom.dead) {
      await looks(journal);
      const state = journal.state();
      const now = realClock.now();
      for (const wait of decide(state, now).waits) {
        if (await act(wait, journal)) continue;
        const given = this.#answerTo(wait);
        if (given) await answer(journal, wait.id, given, now);
      }
      if (journal.state().session.ending && !journal.state().session.undoing) return;
      await journal.moved(journal.state().head, signal);
    }
  }

  #answerTo(wait: Wait): Answer | undefined {
    switch (wait.kind) {
      case "accept":
        return { kind: "approve" };
      case "ship":
        return { kind: "ship", onto: this.rehearsal.repository.branch, how: "fast-forward" };
      case "question": {
        const acts = this.rehearsal.human;
        const said = acts.find((one) => one.on === "answer" && one.thread === wait.thread);
        if (said?.on === "answer") return { kind: "tell", words: said.tell };
        const line = acts.find((one) => one.on === "question" && one.thread === wait.thread);
        return { kind: "choose", option: line?.on === "question" ? line.choose : 1 };
      }
      case "stuck":
        throw new Error(`stuck: ${wait.step}: ${wait.error}`);
      default:
        return undefined;
    }
  }

  /** Holds every prefix of the log to what must hold, and the state on disk to what its facts fold to. */
  async check(): Promise<Checked> {
    const files = await this.#store().open(session);
    const facts = await this.facts();
    deepStrictEqual(plain(files.journal.state()), plain(facts.reduce(fold, emptyState)));
    const checked = await checkEveryPrefix(facts, (blob) => files.blobs.get(blob));
    await files.close();
    return checked;
  }

  /** What a side file holds. */
  async printed(blob: string): Promise<string | undefined> {
    const files = await this.#store().open(session);
    const text = await files.blobs.get(blob);
    await files.close();
    return text;
  }

  async facts(): Promise<readonly Fact[]> {
    const journal = await this.journal();
    const facts: Fact[] = [];
    for await (const fact of journal.read(1)) facts.push(fact);
    await journal.close();
    return facts;
  }
}
