import { execFileSync } from "node:child_process";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { replyTo } from "../../src/app/say/reply-to.ts";
import { requestShip } from "../../src/app/say/request-ship.ts";
import { say } from "../../src/app/say/say.ts";
import type { Wait } from "../../src/core/decide/waits/wait.ts";
import type { EventOf, EventType } from "../../src/core/facts/events.ts";
import type { AskedBy, Model, ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { modelOf } from "../support/fake-session.ts";
import { emptyPlace } from "../support/git-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { Doom } from "../support/mortal.ts";
import { realClock } from "../support/plain.ts";
import { planned } from "../support/plans.ts";
import { says } from "../support/scripted-model.ts";
import { type Act, Theatre } from "../support/theatre.ts";
import { unnumbered } from "../support/unnumbered.ts";

type Seats = (typeof miniRehearsal)["seats"];
type Answer = (by: AskedBy) => ModelReply | undefined | Promise<ModelReply | undefined>;

const engineers = (...ids: string[]): Seats => ids.map((id) => ({ id, role: "engineer" }));
const coach: Seats[number] = { id: "coach", role: "coach" };
const architect: Seats[number] = { id: "architect", role: "architect" };

/** What is needed may not go beyond the limit: two numbers that are each fine and not fine together. */
const check = {
  name: "limits",
  run: 'test "$(cat limit)" -ge "$(cat need)" || { echo "not ok 1 - need fits"; exit 1; }',
};

interface Piece {
  readonly seats?: Seats;
  readonly turns?: number;
  readonly tasks?: readonly PlannedTask[];
  readonly answer?: Answer;
  readonly act?: Act;
}

/** One session on real git with real checks; only the model is scripted. */
class Session {
  readonly theatre: Theatre;
  readonly requests: { readonly by: AskedBy; readonly request: Request }[] = [];
  readonly #piece: Piece;

  private constructor(theatre: Theatre, piece: Piece) {
    this.theatre = theatre;
    this.#piece = piece;
  }

  static async open(piece: Piece): Promise<Session> {
    const { seats = [...engineers("ada", "bo"), coach, architect], turns = 6 } = piece;
    const rehearsal = {
      ...miniRehearsal,
      seats,
      policy: {
        ...miniRehearsal.policy,
        pace: "auto" as const,
        turns,
        checks: { quick: [check], full: [check], timeoutMs: 9_000 },
      },
      repository: {
        ...miniRehearsal.repository,
        files: { "README.md": "# Twice\n", limit: "5\n", need: "2\n" },
      },
      human: [],
    };
    const theatre = new Theatre(join(await emptyPlace(), "stage"), rehearsal);
    await theatre.open();
    return new Session(theatre, piece);
  }

  play(
    answer: Answer = this.#piece.answer ?? (() => undefined),
    act: Act | undefined = this.#piece.act,
    doom?: Doom,
  ) {
    const inner = modelOf((by) => answer(by), this.#piece.tasks);
    const model: Model = {
      reply: (request, by, emit, signal) => {
        this.requests.push({ by, request });
        return inner.reply(request, by, emit, signal);
      },
    };
    return this.theatre.play(doom, model, undefined, act);
  }

  /** All words that a thread was sent in one of its requests. */
  told(thread: string, ask: number): string {
    const found = this.requests.find(({ by }) => by.thread === thread && by.ask === ask);
    return JSON.stringify(unnumbered(found?.request ?? ""));
  }

  async events<T extends EventType>(type: T): Promise<readonly EventOf<T>[]> {
    const facts = await this.theatre.facts();
    return facts.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []));
  }

  /** Resolves when a task has landed. */
  async landed(task: string): Promise<void> {
    const journal = await this.theatre.journal();
    while (!journal.state().tasks[task]?.landed)
      await journal.moved(journal.state().head, new AbortController().signal);
    await journal.close();
  }

  git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.theatre.repository, encoding: "utf8" }).trim();
  }

  /** Commits to the branch that is checked out, as somebody else would. */
  async push(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files))
      await writeFile(join(this.theatre.repository, path), text);
    this.git("add", "-A");
    this.git("-c", "user.name=Zed", "-c", "user.email=zed@example.com", "commit", "-q", "-m", "Meanwhile");
  }
}

/** Those who are awaited wait for each other before any of them goes on; everybody else passes. */
class Meeting {
  readonly #missing: Set<string>;
  readonly #all: Promise<void>;
  #begin: () => void = () => {};

  constructor(...who: string[]) {
    this.#missing = new Set(who);
    this.#all = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  async met(who: string): Promise<void> {
    if (!this.#missing.delete(who)) return;
    if (this.#missing.size === 0) this.#begin();
    await this.#all;
  }
}

function writes(path: string, content: string): ModelReply {
  return says.calls(
    { tool: "write_file", input: { path, content } },
    { tool: "done", input: { summary: `Write ${path}` } },
  );
}

function moves(events: readonly EventOf<"task.moved">[], task: string): readonly string[] {
  return events.filter((event) => event.task === task).map((event) => event.trigger);
}

/** A runner that dies once, right after the first append that the pattern describes. */
function dyingAfter(place: RegExp): Doom {
  const spared = new Set<string>();
  spared.has = (at) => !place.test(at);
  return new Doom("after", spared);
}

const isShip = (wait: Wait) => wait.kind === "ship";

describe("two tasks side by side", () => {
  test("that change the same line: the second gets both sides, resolves them, and both land", async () => {
    const both = new Meeting("coding/t1.1", "coding/t2.1");
    const session: Session = await Session.open({
      tasks: [planned("t1"), planned("t2")],
      answer: async ({ thread, ask }) => {
        await both.met(thread);
        if (thread === "coding/t1.1") return writes("README.md", "# Twice, by ada\n");
        if (thread !== "coding/t2.1") return undefined;
        if (ask === 1) await session.landed("t1");
        if (ask === 1) return writes("README.md", "# Twice, by bo\n");
        if (ask === 2) return says.call("read_file", { path: "README.md" });
        if (ask === 3) return says.call("done", { summary: "Keep both" });
        return writes("README.md", "# Twice, by ada and bo\n");
      },
    });
    expect(await session.play()).toMatchObject({ kind: "finished" });

    const [conflict] = await session.events("conflict.found");
    expect(conflict).toMatchObject({ files: ["README.md"] });
    expect(conflict?.task).toBe("t2");
    const all = await session.events("task.moved");
    // The conflict is found when the landing is prepared or, if t1 lands after that, at the landing.
    expect(moves(all, "t2").filter((trigger) => trigger !== "prepared")).toEqual([
      "dispatched",
      "ready",
      "done",
      "passed",
      "approved",
      "conflict",
      "ready",
      "done",
      "passed",
      "approved",
      "landed",
    ]);
    expect(session.told("coding/t2.1", 2)).toContain(
      "Both sides stand in the files between conflict markers",
    );
    expect(session.told("coding/t2.1", 2)).toContain("Landed meanwhile, by ada.");
    expect(session.told("coding/t2.1", 4)).toContain("Conflict markers are left: README.md:");
    expect(session.told("coding/t2.1", 3)).toMatch(/<<<<<<<.*by ada.*=======.*by bo.*>>>>>>>/);
    expect(session.git("show", "HEAD:README.md")).toBe("# Twice, by ada and bo");
    // One commit on what had landed: the first try is in no history.
    const commits = (await session.events("effect.started")).filter(
      ({ kind, task }) => kind === "commit" && task === "t2",
    );
    const parents = commits.at(-1)?.input.parents as string[];
    expect(parents).toHaveLength(1);
    expect(session.git("log", "--format=%s", "-1", parents[0] ?? "")).toBe("Write README.md");
    expect(session.git("log", "-p", "HEAD")).not.toContain("by bo\n");
    expect((await session.theatre.check()).requests).toBeGreaterThan(15);
  });

  test("that are green alone and red together: back to the second author with the evidence, mended, landed", async () => {
    const seats = [...engineers("ada", "bo", "cy"), coach];
    // The author of t2 reviews t1, so it is t3 that waits for t1 to land.
    const both = new Meeting("coding/t1.1", "coding/t3.1");
    const session: Session = await Session.open({
      seats,
      turns: 3,
      tasks: [planned("t1"), planned("t2"), planned("t3")],
      answer: async ({ thread, ask }) => {
        await both.met(thread);
        if (thread.startsWith("coach/")) return says.text("Go on.");
        if (thread === "coding/t1.1") return writes("limit", "3\n");
        if (thread === "coding/t3.1") {
          if (ask === 1) await session.landed("t1");
          return writes("need", ask === 1 ? "4\n" : "3\n");
        }
        if (thread === "coding/t2.1" && ask === 1) return says.call("done", { summary: "Nothing to do" });
        return undefined;
      },
    });
    expect(await session.play()).toMatchObject({ kind: "finished" });

    const all = await session.events("task.moved");
    const landing = (await session.events("checks.finished")).filter((event) => event.why === "landing");
    expect(landing.filter((event) => !event.passed)).toHaveLength(1);
    const red = all.find((event) => event.trigger === "red");
    expect(red?.feedback).toMatch(
      /^Merged with what has landed meanwhile, the checks fail:\nlimits .* exits with 1\. One test fails:\n1\. need fits\n/,
    );
    expect(red?.task).toBe("t3");
    expect(session.told("coding/t3.1", 2)).toContain("not ok 1 - need fits");
    expect([session.git("show", "HEAD:limit"), session.git("show", "HEAD:need")]).toEqual(["3", "3"]);

    // Nothing changed is nothing to review: its author hears so at once, and then writes.
    expect(moves(all, "t2").slice(0, 4)).toEqual(["dispatched", "ready", "done", "passed"]);
    expect(session.told("coding/t2.1", 2)).toContain("Nothing is changed");
    // A coach who never signals costs one round and no more; engineers review each other.
    expect(session.requests.filter(({ by }) => by.thread.startsWith("turn/refinement"))).toHaveLength(3);
    const reviews = await session.events("review.given");
    const owners = new Map((await session.events("task.assigned")).map(({ task, seat }) => [task, seat]));
    for (const { task, seat } of reviews) expect(seat).not.toBe(owners.get(task));
    await session.theatre.check();
  });
});

describe("what a person does while a task is built", () => {
  test("words, a review that asks for changes, an artifact sent back, no coach", async () => {
    let spoken = false;
    let returned = false;
    const shaped = `sk-${"a1".repeat(12)}`;
    const session: Session = await Session.open({
      seats: [...engineers("ada", "bo"), architect],
      turns: 2,
      answer: async ({ thread, ask }) => {
        if (thread === "coding/t1.1" && ask === 1 && !spoken) {
          spoken = true;
          const journal = await session.theatre.journal();
          await say(journal, "Name it carefully.");
          await journal.close();
          return says.call("list_files", {});
        }
        if (thread === "coding/t1.1" && ask === 2) return writes("t1.txt", `${shaped}\n`);
        if (thread === "review/t1.1/1")
          return says.call("review_complete", { status: "changes", feedback: "Say why." });
        return undefined;
      },
      act: async (wait, journal) => {
        // Without a coach nobody but the person says that it is enough.
        if (wait.kind === "limit") {
          await replyTo(journal, wait.id, "end", realClock.now());
          return true;
        }
        if (wait.kind !== "accept" || returned) return false;
        returned = true;
        await replyTo(journal, wait.id, "back One requirement is too few.", realClock.now());
        return true;
      },
    });
    const journal = await session.theatre.journal();
    await journal.append(() => [
      { actor: "human", event: { type: "policy.changed", patch: { pace: "normal" }, why: "test" } },
    ]);
    await journal.close();
    expect(await session.play()).toMatchObject({ kind: "finished" });

    expect(session.told("coding/t1.1", 1)).not.toContain("Name it carefully.");
    expect(session.told("coding/t1.1", 2)).toContain("[product manager] Name it carefully.");
    expect(session.told("review/t1.1/1", 1)).toContain("[product manager] Name it carefully.");
    expect(session.told("coding/t1.1", 3)).toContain("architect asks for changes: Say why.");
    expect(moves(await session.events("task.moved"), "t1")).toEqual([
      "dispatched",
      "ready",
      "done",
      "passed",
      "changes",
      "done",
      "passed",
      "approved",
      "prepared",
      "landed",
    ]);
    // What was flagged and taken out again is in no commit that ships.
    const tested = (await session.events("checks.finished")).filter(({ why }) => why === "testing");
    expect(tested.map(({ flags }) => flags?.map(({ kind }) => kind))).toEqual([["secret"], undefined]);
    expect(session.git("log", "-p", "--all", "--", "t1.txt")).not.toContain(shaped);
    expect(session.git("log", "-p", "HEAD")).toContain("t1.txt");
    const scopes = (await session.events("artifact.submitted")).filter(({ kind }) => kind === "scope");
    expect(scopes.map(({ version }) => version)).toEqual([1, 2]);
    expect(session.told("turn/refinement.1/3", 1)).toContain("One requirement is too few.");
    await session.theatre.check();
  });
});

test("the folder of the worktrees is moved between two runs: the next one goes on in the same worktree", async () => {
  const session = await Session.open({});
  const killed = await session.play(undefined, undefined, dyingAfter(/CODING: tool\.settled$/));
  expect(killed).toMatchObject({ kind: "killed" });
  const { theatre } = session;
  const elsewhere = join(theatre.root, "elsewhere");
  await rename(theatre.folder, elsewhere);
  theatre.folder = elsewhere;
  expect(await session.play()).toMatchObject({ kind: "finished" });

  const made = (await session.events("effect.started")).filter(({ kind }) => kind === "worktree");
  expect(made).toHaveLength(1);
  expect(session.git("show", "HEAD:t1.txt")).toBe("coding/t1.1 1");
  expect(JSON.stringify(await theatre.facts())).not.toContain(JSON.stringify(theatre.root).slice(1, -1));
  await theatre.check();
});

describe("branches that somebody else moves", () => {
  test("the integration branch: the landing waits, says what to do, and goes on when it is done", async () => {
    const errors: string[] = [];
    const session: Session = await Session.open({
      answer: ({ thread }) => {
        // Made by somebody before the first landing.
        if (thread === "review/t1.1/1")
          session.git("branch", "huddle/s/main", session.git("commit-tree", "HEAD^{tree}", "-m", "stray"));
        return undefined;
      },
      act: async (wait, journal) => {
        if (wait.kind !== "stuck") return false;
        errors.push(wait.error);
        session.git("update-ref", "refs/heads/huddle/s/main", session.git("rev-parse", "trunk"));
        await replyTo(journal, wait.id, "yes", realClock.now());
        return true;
      },
    });
    expect(await session.play()).toMatchObject({ kind: "finished" });
    const base = session.git("rev-parse", "--short=12", "HEAD~1^{/begin}");
    expect(errors).toEqual([
      expect.stringContaining(`The branch huddle/s/main was moved outside of Huddle from ${base} to `),
    ]);
    expect(errors[0]).toContain("To keep what is there now: git branch kept-huddle-s-main huddle/s/main\n");
    expect(errors[0]).toContain(`To move it back: git branch -f huddle/s/main ${base}, then answer yes.`);
    expect(errors[0]).toContain("To go on from what is there now, answer take.");
    await session.theatre.check();
  });

  test("two landings wait for a person: both land in the end, and neither is lost", async () => {
    let strays = 0;
    const session: Session = await Session.open({
      tasks: [planned("t1"), planned("t2")],
      answer: ({ thread }) => {
        if (thread.startsWith("review/") && strays++ === 0)
          session.git("branch", "huddle/s/main", session.git("commit-tree", "HEAD^{tree}", "-m", "stray"));
        return undefined;
      },
      act: async (wait) => wait.kind === "stuck",
    });
    const journal = await session.theatre.journal();
    const playing = session.play();
    const stuck = async () =>
      (await session.theatre.facts()).filter(({ event }) => event.type === "step.failed");
    while ((await stuck()).length < 2)
      await journal.moved(journal.state().head, new AbortController().signal);
    session.git("branch", "-D", "huddle/s/main");
    for (const { seq } of await stuck()) await replyTo(journal, `s${seq}`, "yes", realClock.now());
    expect(await playing).toMatchObject({ kind: "finished" });
    await journal.close();
    expect(session.git("ls-tree", "--name-only", "HEAD").split("\n")).toEqual(
      expect.arrayContaining(["t1.txt", "t2.txt"]),
    );
    expect((await session.events("effect.settled")).filter(({ failed }) => failed)).toHaveLength(1);
    await session.theatre.check();
  });
});

describe("shipping", () => {
  test("onto a checkout with changes: refused with what to type; cleaned up, it is shipped", async () => {
    const errors: string[] = [];
    const session: Session = await Session.open({
      act: async (wait, journal) => {
        if (isShip(wait)) {
          await writeFile(join(session.theatre.repository, "limit"), "9\n");
          return false;
        }
        if (wait.kind !== "stuck") return false;
        errors.push(wait.error);
        session.git("checkout", "--", "limit");
        await replyTo(journal, wait.id, "yes", realClock.now());
        return true;
      },
    });
    expect(await session.play()).toMatchObject({ kind: "finished" });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("Commit or stash them, then type: huddle ship --onto trunk");
    expect(session.git("show", "HEAD:t1.txt")).toBe("coding/t1.1 1");
    expect(session.git("status", "--porcelain")).toBe("");
    await session.theatre.check();
  });

  test("onto a branch that moved on: merged, checked, then shipped, with the evidence on record", async () => {
    let pushed = false;
    const session: Session = await Session.open({
      act: async (wait) => {
        if (isShip(wait) && !pushed) {
          pushed = true;
          await session.push({ "theirs.txt": "theirs\n" });
        }
        return false;
      },
    });
    expect(await session.play()).toMatchObject({ kind: "finished" });
    expect(session.git("log", "--format=%s", "-1")).toBe("Merge Twice");
    expect(session.git("log", "--format=%s", "-1", "HEAD^1")).toBe("Meanwhile");
    expect(session.git("ls-tree", "--name-only", "HEAD").split("\n")).toEqual(
      expect.arrayContaining(["t1.txt", "theirs.txt"]),
    );
    const [evidence] = (await session.events("checks.finished")).filter(({ why }) => why === "ship");
    expect(evidence).toMatchObject({ passed: true, commit: session.git("rev-parse", "HEAD") });
    await session.theatre.check();
  });

  test("stuck on a plan the branch has outrun: tried again, it is planned anew", async () => {
    const session: Session = await Session.open({
      act: async (wait, journal) => {
        if (isShip(wait)) {
          await writeFile(join(session.theatre.repository, "limit"), "9\n");
          return false;
        }
        if (wait.kind !== "stuck") return false;
        session.git("checkout", "--", "limit");
        await session.push({ "theirs.txt": "theirs\n" });
        await replyTo(journal, wait.id, "yes", realClock.now());
        return true;
      },
    });
    expect(await session.play()).toMatchObject({ kind: "finished" });
    expect(session.git("log", "--format=%s", "-1")).toBe("Merge Twice");
    expect((await session.events("effect.settled")).filter(({ failed }) => failed)).toHaveLength(1);
    await session.theatre.check();
  });

  test("red with the branch as it stands, then as a branch of its own", async () => {
    const errors: string[] = [];
    const session: Session = await Session.open({
      act: async (wait, journal) => {
        if (isShip(wait)) {
          await session.push({ need: "8\n" });
          return false;
        }
        if (wait.kind !== "stuck") return false;
        errors.push(wait.error);
        await requestShip(journal, { onto: "huddle/s/out", how: "branch" }, realClock.now());
        return true;
      },
    });
    expect(await session.play()).toMatchObject({
      kind: "finished",
      why: "shipped as the new branch huddle/s/out",
    });
    expect(errors[0]).toContain("After merging with trunk, the checks fail:");
    expect(session.git("log", "--format=%s", "-1")).toBe("Meanwhile");
    const [landed] = await session.events("task.landed");
    expect(session.git("rev-parse", "huddle/s/out")).toBe(landed?.commit);
    await rm(session.theatre.root, { recursive: true, force: true });
  });
});
