import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder, tickingNow } from "../../../test/support/log-fixtures.ts";
import { Past } from "../../../test/support/past.ts";
import { Fault } from "../../core/fault.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { Processes, ProcessName } from "../../core/ports/processes.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { noKeys } from "../../core/text/redaction.ts";
import { openSessionStore } from "../../log/session-store.ts";
import { failureOf } from "./step-failure.ts";
import { lives, takeLease } from "./take-lease.ts";

const clock: Clock = { now: () => "2026-01-01T00:00:00.000Z", sleep: async () => {} };

/** Processes that a test can end. */
class FakeProcesses implements Processes {
  readonly ended: number[] = [];
  readonly #pid: number;
  readonly #life: (name: ProcessName) => "alive" | "dead" | "elsewhere";

  constructor(pid: number, life: (name: ProcessName) => "alive" | "dead" | "elsewhere" = () => "alive") {
    this.#pid = pid;
    this.#life = life;
  }

  self(): ProcessName {
    return { host: "here", pid: this.#pid, startedAt: `start of ${this.#pid}` };
  }

  async life(name: ProcessName): Promise<"alive" | "dead" | "elsewhere"> {
    return this.ended.includes(name.pid) ? "dead" : this.#life(name);
  }

  async end(name: ProcessName): Promise<void> {
    this.ended.push(name.pid);
  }
}

async function sessions(count: number): Promise<readonly SessionFiles[]> {
  const folder = await temporaryFolder();
  const open = () => openSessionStore(folder, { now: tickingNow(), temporary: folder, program: "test" });
  await open().create("s");
  const files: SessionFiles[] = [];
  for (let one = 0; one < count; one++) files.push(await open().open("s"));
  onTestFinished(async () => {
    for (const one of files) await one.close();
  });
  const [event] = Past.opened().facts.map((fact) => fact.event);
  if (event && event.type !== "unknown") await files[0]?.journal.append(() => [{ actor: "human", event }]);
  return files;
}

/** The same session with a heartbeat of this age. */
function silent(files: SessionFiles, ms: number | undefined): SessionFiles {
  return { ...files, journal: files.journal, lastBeatMs: async () => ms };
}

async function one(): Promise<SessionFiles> {
  const [files] = await sessions(1);
  if (!files) throw new Error("no session");
  return files;
}

describe("becoming the runner", () => {
  test("of a session without one: the fact is the lease, its seq the fence", async () => {
    const files = await one();
    const lease = await takeLease(files, new FakeProcesses(7), clock, {
      mode: "run",
      until: "planning",
      maxTurns: 3,
    });
    expect(lease).toEqual({ kind: "taken", fence: 2 });
    expect(files.journal.state()).toMatchObject({
      fence: 2,
      runner: { pid: 7, host: "here", startedAt: "start of 7", mode: "run", until: "planning", turnLimit: 3 },
    });
  });

  test("while another lives is not possible: it is named", async () => {
    const files = await one();
    await takeLease(files, new FakeProcesses(7), clock, { mode: "run" });
    const lease = await takeLease(files, new FakeProcesses(8), clock, { mode: "run" });
    expect(lease).toMatchObject({ kind: "busy", runner: { pid: 7 } });
    expect(files.journal.state().fence).toBe(2);
  });

  test("after another has died, or has left", async () => {
    const files = await one();
    await takeLease(files, new FakeProcesses(7), clock, { mode: "run" });
    const dead = new FakeProcesses(8, ({ pid }) => (pid === 7 ? "dead" : "alive"));
    expect(await takeLease(files, dead, clock, { mode: "run" })).toEqual({ kind: "taken", fence: 3 });
    await files.journal.append(() => [{ actor: "harness", event: { type: "runner.stopped", why: "done" } }]);
    expect(await takeLease(files, new FakeProcesses(9), clock, { mode: "ship" })).toEqual({
      kind: "taken",
      fence: 5,
    });
  });

  test("by force ends the one that lives first", async () => {
    const files = await one();
    await takeLease(files, new FakeProcesses(7), clock, { mode: "run" });
    const forcing = new FakeProcesses(8);
    expect(await takeLease(files, forcing, clock, { mode: "run", force: true })).toEqual({
      kind: "taken",
      fence: 3,
    });
    expect(forcing.ended).toEqual([7]);
  });

  test("by force ends no process where none lives", async () => {
    const files = await one();
    const forcing = new FakeProcesses(8);
    await takeLease(files, forcing, clock, { mode: "run", force: true });
    expect(forcing.ended).toEqual([]);
  });

  test.each([
    ["was heard of a moment ago", 5_000, "busy"],
    ["has been silent for long", 31_000, "taken"],
    ["was never heard of", undefined, "taken"],
  ])("of one elsewhere that %s", async (_, ms, kind) => {
    const files = await one();
    await takeLease(files, new FakeProcesses(7), clock, { mode: "run" });
    const far = new FakeProcesses(8, () => "elsewhere");
    expect(await takeLease(silent(files, ms), far, clock, { mode: "run" })).toMatchObject({ kind });
  });

  test("two at once: one gets it, the other is told who", async () => {
    const [a, b] = await sessions(2);
    if (!a || !b) throw new Error("no sessions");
    const leases = await Promise.all([
      takeLease(a, new FakeProcesses(7), clock, { mode: "run" }),
      takeLease(b, new FakeProcesses(8), clock, { mode: "run" }),
    ]);
    expect(leases.map(({ kind }) => kind).sort()).toEqual(["busy", "taken"]);
    const facts = [];
    for await (const { event } of a.journal.read(1))
      if (event.type === "runner.started") facts.push(event.pid);
    expect(facts).toHaveLength(1);
    expect(leases.find(({ kind }) => kind === "busy")).toMatchObject({ runner: { pid: facts[0] } });
  });
});

test("a runner that has left does not live, whatever its process does", async () => {
  const files = await one();
  const runner = { seq: 2, host: "here", pid: 7, startedAt: "then", mode: "run" as const };
  expect(await lives(files, new FakeProcesses(8), clock, runner)).toBe(true);
  expect(await lives(files, new FakeProcesses(8), clock, { ...runner, stopped: "done" })).toBe(false);
});

describe("a step's failure", () => {
  const key = "turn/refinement.1/1";
  const failure = (error: unknown, failures: number) => {
    const past = Past.opened();
    for (let count = 0; count < failures; count++) past.fails(key, 1_000);
    return failureOf(past.state, key, error, "2026-01-01T00:00:00.000Z", noKeys).event;
  };

  test.each([
    [0, "2026-01-01T00:00:01.000Z"],
    [1, "2026-01-01T00:00:10.000Z"],
    [2, undefined],
    [9, undefined],
  ])("after %i before it is tried again at %s", (before, retryAt) => {
    const event = failure(new Error("it broke"), before);
    expect(event).toMatchObject({ type: "step.failed", step: key, error: "it broke" });
    expect(event.type === "step.failed" && event.retryAt).toBe(retryAt);
  });

  test("that only a person can fix waits at once, with its code", () => {
    expect(failure(new Fault("worktree.dirty", "Commit first."), 0)).toEqual({
      type: "step.failed",
      step: key,
      error: "Commit first.",
      code: "worktree.dirty",
    });
  });

  test("that is not an Error is reported as it is", () => {
    expect(failure("just words", 0)).toMatchObject({ error: "just words" });
    expect(failure(undefined, 0)).toMatchObject({ error: "undefined" });
  });
});
