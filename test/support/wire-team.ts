import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Project } from "../../src/app/project.ts";
import { type Driven, driveSession } from "../../src/app/run/drive-session.ts";
import { type NewSession, newSession } from "../../src/app/sessions/new-session.ts";
import { openPrompts } from "../../src/config/prompts/open-prompts.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { Wait } from "../../src/core/decide/waits/wait.ts";
import type { Fact } from "../../src/core/facts/fact.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import type { SessionFiles } from "../../src/core/ports/sessions.ts";
import { noKeys } from "../../src/core/text/redaction.ts";
import { openSessionStore } from "../../src/log/session-store.ts";
import { openInstructions } from "../../src/workspace/files/open-instructions.ts";
import { gatewayTo } from "./gateway-stage.ts";
import { type GitPlace, gitPlace } from "./git-place.ts";
import { noTrials } from "./no-trials.ts";
import { permitsInMemory } from "./permits-in-memory.ts";
import { realClock } from "./plain.ts";
import { policy, team } from "./plans.ts";
import type { Answer } from "./provider-server/answer.ts";
import type { Asked } from "./provider-server/asked.ts";
import type { ProviderServer } from "./provider-server/provider-server.ts";
import type { Recorded } from "./provider-server/recorded.ts";
import { startProviderServer } from "./provider-server/start-provider-server.ts";
import { nothingTrusted } from "./trusted.ts";

/** One request as it went over the wire, and which ask of whom it was. */
export interface Sent extends Recorded {
  readonly by: { readonly thread: string; readonly ask: number };
  readonly asked: Asked;
}

/** What a model says to an ask such as `turn/refinement.1/2#1`. A person may act before it does, and so be in time. */
export type Speaker = (ask: string, team: WireTeam, sent: Recorded) => Answer | Promise<Answer>;

/** A team that is opened by `new`, asked over the real gateway and wires, and led by a person through `src/app`. */
export class WireTeam {
  readonly place: GitPlace;
  readonly project: Project;
  readonly server: ProviderServer;
  readonly files: SessionFiles;

  private constructor(place: GitPlace, project: Project, server: ProviderServer, files: SessionFiles) {
    this.place = place;
    this.project = project;
    this.server = server;
    this.files = files;
  }

  static async open(speaker: Speaker, request: Partial<NewSession> = {}): Promise<WireTeam> {
    const place = await gitPlace();
    const project = projectAt(place);
    const files = await newSession(project, {
      title: "Twice",
      brief: "Double it.",
      seats: team,
      policy,
      base: await place.git("rev-parse", "HEAD"),
      branch: "main",
      ...request,
    });
    const server = await startProviderServer({
      answers: (_, sent) => speaker(`${sent.by?.thread}#${sent.by?.ask}`, opened, sent),
    });
    const opened = new WireTeam(place, project, server, files);
    onTestFinished(async () => {
      await server.close();
      await files.close();
    });
    return opened;
  }

  get journal(): Journal {
    return this.files.journal;
  }

  /** Drives it as far as it goes without a person, or to the end of a phase. */
  async run(until?: "planning"): Promise<Driven> {
    return driveSession(this.project, this.files, {
      lease: { mode: "run", ...(until && { until }) },
      model: gatewayTo(
        this.server,
        {},
        { headers: ({ thread, ask }) => ({ "x-huddle-ask": `${thread}#${ask}` }) },
      ),
      signal: new AbortController().signal,
      linger: false,
    });
  }

  /** The only thing that waits. */
  wait(): Wait {
    const { waits } = decide(this.journal.state(), realClock.now());
    const [wait] = waits;
    if (!wait || waits.length > 1) throw new Error(`not one thing waits, but ${JSON.stringify(waits)}`);
    return wait;
  }

  async facts(): Promise<readonly Fact[]> {
    const facts: Fact[] = [];
    for await (const fact of this.journal.read(1)) facts.push(fact);
    return facts;
  }

  /** Everything that was asked of a model, in order. */
  sent(): readonly Sent[] {
    return this.server.requests.map((one) => {
      if (!one.by || !one.asked) throw new Error(`request ${one.number} was not understood: ${one.problem}`);
      return { ...one, by: one.by, asked: one.asked };
    });
  }

  /** The newest attempt at an ask. */
  ask(name: string): Sent {
    const found = this.sent().findLast(({ by }) => `${by.thread}#${by.ask}` === name);
    if (!found) throw new Error(`${name} was never asked`);
    return found;
  }
}

function projectAt({ root, repository, env, open }: GitPlace): Project {
  const prompts = openPrompts({ shipped: "prompts", root: repository });
  return {
    root: repository,
    branch: "main",
    sessions: openSessionStore(join(repository, ".git"), {
      now: realClock.now,
      temporary: tmpdir(),
      program: "test",
    }),
    processes: {
      self: () => ({ host: "here", pid: 1, startedAt: root }),
      life: async () => "dead",
      end: async () => {},
    },
    clock: realClock,
    hash: (text) => createHash("sha256").update(text).digest("hex"),
    trust: nothingTrusted,
    permits: permitsInMemory(),
    trials: noTrials,
    redaction: noKeys,
    sandbox: async () => ({ state: "missing", why: "nobody looked", remedy: "" }),
    price: () => undefined,
    canUseTools: () => undefined,
    assertFree: async () => {},
    lacking: async () => [],
    leftovers: async () => ({ branches: [], held: 0, forUndo: 0, folders: [] }),
    readTeam: () => Promise.reject(new Error("there are no files to follow")),
    holdBase: async () => {},
    hasFolder: async () => true,
    random: () => 0.5,
    prompts: { ...prompts, instructions: openInstructions({ repository, env }) },
    promptFiles: prompts.load,
    openWorkspace: (_, fence) => open(fence),
  };
}
