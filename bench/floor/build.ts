import { createHash } from "node:crypto";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSession } from "../../src/app/run/run-session.ts";
import { openPrompts } from "../../src/config/prompts/open-prompts.ts";
import type { TeamEvent } from "../../src/core/facts/events.ts";
import { byHarness, type Draft, type Fact, factVersion } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import { asOneTask } from "../../src/core/rules/one-task.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { defaultPolicy } from "../../src/core/terms/defaults.ts";
import type { Policy, Seat } from "../../src/core/terms/policy.ts";
import { noKeys } from "../../src/core/text/redaction.ts";
import { openSessionStore } from "../../src/log/session-store.ts";
import { openGateway } from "../../src/model/gateway/gateway.ts";
import { initRepository } from "../../src/workspace/git/init-repository.ts";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { plainEnv, realClock } from "../../test/support/plain.ts";
import { planned } from "../../test/support/plans.ts";

export interface Build {
  readonly seats: readonly Seat[];
  /** Left out: the one task of `huddle do`. */
  readonly tasks?: readonly PlannedTask[];
  readonly asks: number;
}

const model = "anthropic/claude-sonnet-4-5";
const author = { name: "Pia", email: "pia@example.com" };
/** Loads Node and nothing else: what a check costs at least. */
const checks = [{ name: "tests", run: "node -e 0" }];

/** So many engineers, and an architect who reviews. */
export function teamOf(width: number): readonly Seat[] {
  const engineers = Array.from({ length: width }, (_, index) => ({ id: `e${index + 1}`, role: "engineer" }));
  return [...engineers, { id: "arch", role: "architect" }].map((seat) => ({ ...seat, model }) as Seat); // a role of these two
}

/** A plan so wide and so deep: each task builds on the one above it. */
export function planOf(width: number, depth: number): readonly PlannedTask[] {
  return Array.from({ length: width * depth }, (_, index) => {
    const above = index - width;
    const task = planned(`t${index + 1}`, ...(above >= 0 ? [`t${above + 1}`] : []));
    return { ...task, files: [`src/t${index + 1}.js`] };
  });
}

/** Builds on real git, with a real log, and with a provider at this address; gives what was recorded. */
export async function buildAt(origin: string, root: string, build: Build): Promise<readonly Fact[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "huddle-bench-")));
  try {
    const env = plainEnv(folder);
    const repository = join(folder, "repository");
    const files = { "README.md": "# A calculator\n", "src/index.js": "export {};\n" };
    const when = "2026-01-01T00:00:00.000Z";
    const base = await initRepository({
      ...{ folder: repository, branch: "main", files, author, when, message: "Begin", env },
    });
    const store = openSessionStore(join(repository, ".git"), {
      ...{ now: realClock.now, temporary: tmpdir(), program: "bench" },
    });
    const session = await store.open(await store.create("bench"));
    const { journal } = session;
    try {
      await open(journal, build, base);
      const fence = await lease(journal);
      const ending = await runSession({
        session: "bench",
        journal: journal.fenced(fence),
        fence,
        blobs: session.blobs,
        workspace: openWorkspace({ repository, folder: join(folder, "state"), fence, env, clock: realClock }),
        model: gatewayAt(origin),
        prompts: {
          ...openPrompts({ shipped: join(root, "prompts"), root: repository }),
          instructions: async () => undefined,
        },
        clock: realClock,
        hash: (text) => createHash("sha256").update(text).digest("hex"),
        redaction: noKeys,
        price: () => undefined,
        random: () => 0.5,
        signal: new AbortController().signal,
        linger: false,
        emit: () => {},
      });
      if (Object.values(journal.state().tasks).some(({ landed }) => !landed))
        throw new Error(`not everything landed: ${JSON.stringify(ending)}`);
      const facts: Fact[] = [];
      for await (const fact of journal.read(1)) facts.push(fact);
      return facts;
    } finally {
      await session.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function open(journal: Journal, { seats, tasks, asks }: Build, base: string): Promise<void> {
  const policy: Policy = {
    ...defaultPolicy,
    author,
    baseline: false,
    planning: "off",
    pace: "auto",
    parallel: 8,
    asks: { ...defaultPolicy.asks, coding: asks + 4 },
    checks: { quick: checks, full: checks, timeoutMs: 60_000 },
    ...(tasks && { phases: ["implementation" as const] }),
  };
  const event: TeamEvent = {
    type: "session.opened",
    kind: "iteration",
    title: "A value for each task",
    brief: "Each task adds a file with a value.",
    seats: [...seats],
    policy,
    repo: { base, branch: "main" },
  };
  const opened: Draft = { actor: "human", event };
  await journal.append((at, first) => {
    const then = fold(at, { ...opened, seq: first, prev: "", at: "", v: factVersion });
    if (!tasks) return [opened, ...asOneTask("human", then, first + 1)];
    const engineers = seats.filter(({ role }) => role === "engineer");
    return [
      opened,
      { actor: "human", event: { type: "tasks.planned", tasks: [...tasks], from: "a1" } },
      ...tasks.map(({ id }, index) => ({
        actor: "human" as const,
        event: {
          ...{ type: "task.assigned" as const, task: id, why: "by turns" },
          seat: engineers[index % engineers.length]?.id ?? "",
        },
      })),
    ];
  });
}

async function lease(journal: Journal): Promise<number> {
  const me = { host: "here", pid: process.pid, startedAt: "now", mode: "run" as const };
  const started = await journal.append(() => [byHarness({ type: "runner.started", ...me })]);
  if (started.kind !== "done") throw new Error("the log took nothing");
  return started.state.fence;
}

function gatewayAt(origin: string) {
  const plenty = { concurrency: 64, requestsPerMinute: 1e6, tokensPerMinute: 1e9 };
  return openGateway({
    env: { ANTHROPIC_BASE_URL: origin, ANTHROPIC_API_KEY: "unused" },
    config: { limits: { anthropic: plenty } },
    clock: realClock,
    random: () => 0,
  });
}
