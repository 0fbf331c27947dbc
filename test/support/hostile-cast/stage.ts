import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Driven } from "../../../src/app/run/drive-session.ts";
import { answer } from "../../../src/app/say/answer.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Answer, Wait } from "../../../src/core/decide/waits/wait.ts";
import type { Model, ModelReply } from "../../../src/core/ports/model.ts";
import type { Request } from "../../../src/core/ports/request.ts";
import type { State } from "../../../src/core/state/state.ts";
import type { PlannedTask } from "../../../src/core/terms/artifacts.ts";
import { defaultPolicy } from "../../../src/core/terms/defaults.ts";
import { answersAll } from "../answers-all.ts";
import { obliging } from "../fake-session.ts";
import { emptyPlace } from "../git-place.ts";
import { miniRehearsal } from "../mini-rehearsal.ts";
import { planned } from "../plans.ts";
import { says } from "../scripted-model.ts";
import { Theatre } from "../theatre.ts";
import { Chances } from "./chances.ts";
import { LeapingClock } from "./leaping-clock.ts";
import { architects, coaches, engineers, type Manner, readsForEver } from "./manners.ts";

/** What the only check of the project does. */
const checks = ["passes", "fails on every commit", "is missing", "may not be executed"] as const;
type CheckManner = (typeof checks)[number];

const hourMs = 60 * 60 * 1000;

/** How the provider is away for an hour: nobody answers, or it says when to come back. */
const absences = ["unreachable", "retry-after"] as const;

interface Cast {
  readonly ada: string;
  readonly bo: string;
  readonly coach: string;
  readonly architect: string;
  readonly check: CheckManner;
  readonly pace: "careful" | "normal" | "auto";
  readonly talks: boolean;
  readonly tasks: number;
  /** The provider leaves at this request. */
  readonly away: { readonly at: number; readonly how: (typeof absences)[number] } | undefined;
}

/** A session of a hostile cast in a hostile world, on real git with a real log. All of it follows from the seed. */
export class HostileStage {
  readonly cast: Cast;
  readonly #chances: Chances;
  readonly #theatre: Theatre;
  readonly #clock: LeapingClock;
  readonly #tool: string;
  readonly #tasks: readonly PlannedTask[];
  #isMended = false;
  #requests = 0;
  #awayUntil: string | undefined;

  private constructor(cast: Cast, chances: Chances, root: string) {
    this.cast = cast;
    this.#chances = chances;
    this.#clock = new LeapingClock();
    this.#tool = join(root, "tool");
    this.#tasks = Array.from({ length: cast.tasks }, (_, index) =>
      planned(`t${index + 1}`, ...(index > 0 && chances.pick(2) === 1 ? [`t${index}`] : [])),
    );
    const check = { name: "tests", run: `"${this.#tool.replace(/["\\$`]/g, "\\$&")}"` };
    const rehearsal = {
      ...miniRehearsal,
      policy: {
        ...defaultPolicy,
        pace: cast.pace,
        baseline: true,
        ...(!cast.talks && { phases: ["implementation" as const] }),
        checks: { quick: [check], full: [check], timeoutMs: 20_000 },
      },
      repository: {
        ...miniRehearsal.repository,
        files: { "README.md": "# Twice\n", ".gitignore": "ignored/\n" },
      },
      human: [],
    };
    this.#theatre = new Theatre(join(root, "stage"), rehearsal, undefined, this.#clock);
  }

  static async open(seed: number): Promise<HostileStage> {
    const chances = new Chances(seed);
    const stage = new HostileStage(castOf(chances), chances, await emptyPlace());
    await stage.#put(stage.cast.check);
    await stage.#theatre.open();
    if (!stage.cast.talks) await stage.#plan();
    return stage;
  }

  /** Without a talk there is a plan from the start. */
  async #plan(): Promise<void> {
    const tasks = [...this.#tasks];
    const journal = await this.#theatre.journal();
    await journal.append(() => [
      { actor: "human", event: { type: "tasks.planned", tasks, from: "a1" } },
      ...tasks.map(({ id }, index) => ({
        actor: "human" as const,
        event: { type: "task.assigned" as const, task: id, seat: index % 2 ? "bo" : "ada", why: "turn" },
      })),
    ]);
    await journal.close();
  }

  async #put(manner: CheckManner): Promise<void> {
    await rm(this.#tool, { force: true });
    if (manner === "is missing") return;
    await mkdir(join(this.#tool, ".."), { recursive: true });
    const ends = manner === "passes" ? 'echo "ok 1 - it works"' : 'echo "not ok 1 - it works"; exit 1';
    await writeFile(this.#tool, `#!/bin/sh\n${ends}\n`);
    await chmod(this.#tool, manner === "may not be executed" ? 0o644 : 0o755);
  }

  /** From now on everybody does their work, the check passes, and the provider is there. */
  async mend(): Promise<void> {
    this.#isMended = true;
    await this.#put("passes");
  }

  /** Drives it as far as it goes without a person. Throws when it asks more often than `most`. */
  async run(most: number): Promise<{ readonly ending: Driven; readonly requests: number }> {
    const enough = new AbortController();
    let requests = 0;
    const model: Model = {
      reply: async (request, by) => {
        requests += 1;
        this.#requests += 1;
        if (requests > most) enough.abort();
        return this.#reply(by, request);
      },
    };
    const ending = await this.#theatre.drive(model, enough.signal);
    if (requests > most) throw new Error(`more than ${most} requests: ${await this.#triggers()}`);
    return { ending, requests };
  }

  #reply(by: Parameters<Manner>[0], request: Request): ModelReply {
    if (this.#isAway()) return this.#absence();
    const manner = this.#isMended ? undefined : this.#mannerOf(by.seat);
    return manner?.(by, this.#chances) ?? answersAll(obliging(by, this.#tasks), request);
  }

  #mannerOf(seat: string): Manner | undefined {
    if (seat === "coach") return coaches[this.cast.coach];
    if (seat === "architect") return architects[this.cast.architect];
    return engineers[seat === "ada" ? this.cast.ada : this.cast.bo];
  }

  #isAway(): boolean {
    const { away } = this.cast;
    if (this.#isMended || !away || this.#requests < away.at) return false;
    this.#awayUntil ??= new Date(Date.parse(this.#clock.now()) + hourMs).toISOString();
    return this.#clock.now() < this.#awayUntil;
  }

  #absence(): ModelReply {
    if (this.cast.away?.how === "unreachable")
      return says.failed("there is no server", { failure: "unreachable", unspent: true });
    const left = Date.parse(this.#awayUntil ?? "") - Date.parse(this.#clock.now());
    return says.failed("come back later", { failure: "rate", unspent: true, retryAfterMs: left });
  }

  async state(): Promise<State> {
    const journal = await this.#theatre.journal();
    const state = journal.state();
    await journal.close();
    return state;
  }

  get now(): string {
    return this.#clock.now();
  }

  /** What each landed task changed, by path. */
  async landed(): Promise<readonly (readonly string[])[]> {
    const { tasks } = await this.state();
    return Object.values(tasks).flatMap(({ landed }) => {
      if (!landed) return [];
      const paths = execFileSync("git", ["diff", "--name-only", landed.was, landed.commit], {
        cwd: this.#theatre.repository,
        encoding: "utf8",
      });
      return [paths.split("\n").filter((path) => path !== "")];
    });
  }

  async waits(): Promise<readonly Wait[]> {
    return decide(await this.state(), this.now).waits;
  }

  async answer(wait: Wait, given: Answer): Promise<void> {
    const journal = await this.#theatre.journal();
    await answer(journal, wait.id, given, this.now);
    await journal.close();
  }

  pick(ways: number): number {
    return this.#chances.pick(ways);
  }

  async #triggers(): Promise<string> {
    const facts = await this.#theatre.facts();
    return facts
      .map(({ event }) => (event.type === "task.moved" ? `${event.task} ${event.trigger}` : event.type))
      .join(", ");
  }
}

function castOf(chances: Chances): Cast {
  const one = (manners: Readonly<Record<string, Manner>>) =>
    // There is at least one manner for each role.
    chances.of(Object.keys(manners) as [string, ...string[]]);
  const [ada, bo] = [one(engineers), one(engineers)];
  return {
    ada,
    bo,
    coach: one(coaches),
    architect: one(architects),
    check: chances.of([...checks, "passes", "passes"]),
    pace: chances.of(["careful", "normal", "auto"]),
    talks: chances.pick(3) === 0,
    // Each task may take its 24 requests, side by side.
    tasks: [ada, bo].includes(readsForEver) ? 1 : 1 + chances.pick(2),
    away: chances.pick(4) === 0 ? { at: chances.pick(6), how: chances.of(absences) } : undefined,
  };
}
