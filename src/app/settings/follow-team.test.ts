import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { policy } from "../../../test/support/plans.ts";
import { teamOf } from "../../config/team/read-team.ts";
import type { TeamFile } from "../../config/team/team-file.ts";
import type { UserConfig } from "../../config/user/user-config.ts";
import type { SessionPurpose } from "../../core/terms/policy.ts";
import type { Project } from "../project.ts";
import { type Following, followTeam } from "./follow-team.ts";
import { fileSettings } from "./read-files.ts";

interface Files {
  readonly file?: TeamFile;
  readonly user?: UserConfig;
}

const priced: Pick<Project, "price"> = {
  price: () => ({ input: 1, output: 1, cacheRead: 1, cacheWrite: 1 }),
};
const unpriced = { price: () => undefined };
const user: UserConfig = { models: { strong: "acme/big", fast: "acme/small" } };
const checks = (...runs: string[]): TeamFile => ({ checks: { full: runs.map((run) => ({ run })) } });

/** A session that was opened with these files, in its first phase. */
function opened(
  { file = {}, user: own = user }: Files = {},
  purpose: SessionPurpose = "iteration",
  price = priced.price,
): Past {
  const team = teamOf(file, own);
  const files = fileSettings(team, team.seats, { purpose, price });
  const past = new Past();
  past.human({
    type: "session.opened",
    kind: purpose === "groom" ? "grooming" : "iteration",
    title: "Twice",
    brief: "",
    seats: [...team.seats],
    policy: { ...team.policy, ...(files.budget && { budget: files.budget }), author: policy.author },
    repo: { base: "base", branch: "trunk" },
    files,
  });
  past.enters("refinement");
  return past;
}

function follow(past: Past, { file = {}, user: own = user }: Files = {}, world = priced): Following {
  return followTeam(past.state, teamOf(file, own, { file: "team.json" }), world);
}

/** Starts a run with these files: what it takes over is recorded. */
function run(past: Past, files: Files = {}, world = priced): string {
  const { drafts, words } = follow(past, files, world);
  for (const { actor, event } of drafts) past.add(actor, event);
  return words;
}

const modelsOf = (past: Past) => past.state.session.seats.map(({ id, model }) => `${id} ${model}`);

describe("10.11: models follow the files", () => {
  test.each<[what: string, files: Files, words: string, models: readonly string[]]>([
    [
      "another strong one",
      { user: { models: { ...user.models, strong: "openai/gpt-5" } } },
      "engineers and the architect use openai/gpt-5",
      ["mara openai/gpt-5", "jonas openai/gpt-5", "coach acme/small", "architect openai/gpt-5"],
    ],
    [
      "one for all",
      { user: { models: { strong: "openai/gpt-5" } } },
      "all members use openai/gpt-5",
      ["mara openai/gpt-5", "jonas openai/gpt-5", "coach openai/gpt-5", "architect openai/gpt-5"],
    ],
    [
      "for a role, in the project's file",
      { file: { models: { coach: "home/tiny" } } },
      "the coach uses home/tiny",
      ["mara acme/big", "jonas acme/big", "coach home/tiny", "architect acme/big"],
    ],
    [
      "for one engineer, and another team",
      { file: { team: { engineers: [{ name: "jonas", model: "home/tiny" }, { name: "new" }] } } },
      "jonas uses home/tiny",
      ["mara acme/big", "jonas home/tiny", "coach acme/small", "architect acme/big"],
    ],
    [
      "none at all any more",
      { user: {} },
      "",
      ["mara acme/big", "jonas acme/big", "coach acme/small", "architect acme/big"],
    ],
  ])("%s", (_, files, words, models) => {
    const past = opened();
    expect(run(past, files)).toBe(words);
    expect(modelsOf(past)).toEqual(models);
    expect(follow(past, files)).toMatchObject({ words: "", drafts: [] });
  });

  test("a name that stood for no model gets one", () => {
    const past = opened({ user: {} });
    expect(modelsOf(past)).toContain("coach fast");
    expect(run(past, { user })).not.toBe("");
    expect(modelsOf(past)).toContain("coach acme/small");
  });

  test("a member's character, and who the members are, stay", () => {
    const engineers = [
      { name: "mara", style: "Bold." },
      { name: "jonas", text: true },
    ];
    const past = opened();
    const style = past.state.session.seats[0]?.style;
    run(past, { file: { team: { engineers, coach: false } } });
    expect(past.state.session.seats).toMatchObject([
      { id: "mara", style },
      { id: "jonas", textOnly: true },
      { id: "coach" },
      { id: "architect" },
    ]);
    run(past);
    expect(past.state.session.seats[1]).not.toHaveProperty("textOnly");
  });

  test("what a person changed in the session stays until the files change again", () => {
    const past = opened();
    const seats = past.state.session.seats.map((seat) => ({ ...seat, model: "mine/own" }));
    past.human({ type: "seats.changed", seats, why: "asked" });
    expect(run(past)).toBe("");
    expect(run(past, { file: checks("make") })).toBe("the checks are now `make`");
    expect(modelsOf(past)).toContain("coach mine/own");
    run(past, { user: { models: { strong: "acme/newer", fast: "acme/small" } } });
    expect(modelsOf(past)).toEqual([
      "mara acme/newer",
      "jonas acme/newer",
      "coach mine/own",
      "architect acme/newer",
    ]);
  });

  test("another model does not undo how a person wants a member to see the talk", () => {
    const past = opened();
    const seats = past.state.session.seats.map((seat) => ({ ...seat, rendering: "perspective" as const }));
    past.human({ type: "seats.changed", seats, why: "perspective" });
    run(past, { user: { models: { strong: "openai/gpt-5" } } });
    expect(past.state.session.seats[0]).toMatchObject({ model: "openai/gpt-5", rendering: "perspective" });
  });

  test("a step that waits for a person is tried again if its member has another model, and only then", () => {
    const past = opened();
    const key = "sizing/refinement.1";
    past.fails(key);
    expect(past.decided()).toMatchObject({ steps: [], waits: [{ kind: "stuck", step: key }] });
    run(past, { user: { models: { ...user.models, strong: "acme/other" } } });
    expect(past.decided()).toMatchObject({ steps: [], waits: [{ kind: "stuck", step: key }] });
    run(past, { user: { models: { strong: "openai/gpt-5" } } });
    expect(past.decided()).toMatchObject({ waits: [], steps: [{ key }] });
  });
});

describe("10.11: checks, limits and budgets follow the files", () => {
  const test1 = { run: "npm test", name: "test" };
  const lint = { run: "npm run lint", name: "lint" };
  test.each<[now: TeamFile, words: string]>([
    [{ checks: { full: [{ ...test1, run: "pnpm test" }, lint] } }, "tests are now `pnpm test`"],
    [{ checks: { full: [test1, { ...lint, run: "pnpm lint" }] } }, "lint is now `pnpm lint`"],
    [{ checks: { full: [test1] } }, "the checks are now `npm test`"],
    [{}, "the checks are gone, so nothing is tested"],
    [{ checks: { full: [test1, lint], quick: [test1] } }, "the checks of a task are now `npm test`"],
    [{ checks: { full: [test1, lint], timeout: "90s" } }, "a check may take 90 s"],
    [{ checks: { full: [test1, lint] }, turns: 9 }, "the number of turns in a phase is another one"],
    [
      { checks: { full: [test1, lint] }, turns: { planning: 9 } },
      "the number of turns in a phase is another one",
    ],
    [{ checks: { full: [test1, lint] }, output: { coding: 99 } }, "the longest reply is another one"],
    [{ checks: { full: [test1, lint] }, budget: { iteration: 3 } }, "the budget is $3.00 in all"],
    [
      { checks: { full: [test1, lint] }, budget: { task: 1 } },
      "the budget is $5.00 in all, $1.00 for a task",
    ],
    [{ checks: { full: [test1, lint] }, pace: "auto", sizing: false, assign: "hand" }, ""],
  ])("%j", (now, words) => {
    const past = opened({ file: { checks: { full: [test1, lint] } } });
    const { pace, sizing, phases } = past.state.session.policy;
    expect(run(past, { file: now })).toBe(words);
    const { author: _, budget: _b, ...inForce } = past.state.session.policy;
    const { policy: said } = teamOf(now, user);
    expect(inForce).toEqual({ ...said, pace, sizing, ...(phases && { phases }), assign: undefined });
    expect(follow(past, { file: now }).drafts).toEqual([]);
  });

  test("what may be written, whether commands ask and how long a yes is waited for follow, and go with the files", () => {
    const past = opened();
    const write = { ask: ["*.sql"] };
    const files = { file: { write, commands: "ask" as const }, user: { ...user, wait: "90s" } };
    expect(run(past, files)).toBe(
      "engineers ask you before each command, what engineers may write is other than before, without you, a yes is waited for 90 s",
    );
    expect(past.state.session.policy).toMatchObject({ write, commands: "ask", wait: 90_000 });
    expect(run(past, files)).toBe("");
    run(past, { file: { commands: "free" } });
    expect(past.state.session.policy).toMatchObject({ write: {}, commands: "free", wait: 1_800_000 });
  });

  test("the folder that a session was opened for stays, whatever may be written now", () => {
    const past = opened();
    past.human({ type: "policy.changed", patch: { write: { within: "api" } }, why: "" });
    run(past, { file: { write: { ask: ["*.sql"] } } });
    expect(past.state.session.policy.write).toEqual({ ask: ["*.sql"], within: "api" });
    run(past, { file: {} });
    expect(past.state.session.policy.write).toEqual({ within: "api" });
  });

  test("what a person permits for good follows, and so does what they take back", () => {
    const permit = { kind: "path" as const, match: "db/**" };
    const past = opened();
    const team = teamOf({}, user);
    const permitted = { ...team, policy: { ...team.policy, permits: [permit] } };
    const record = (at: Following) => at.drafts.map(({ actor, event }) => past.add(actor, event).event);
    expect(record(followTeam(past.state, permitted, priced))).toMatchObject([
      { type: "policy.changed", patch: { permits: [permit] }, why: "permitted for good: `db/**`" },
    ]);
    expect(record(followTeam(past.state, permitted, priced))).toEqual([]);
    expect(record(followTeam(past.state, team, priced))).toMatchObject([
      { type: "policy.changed", patch: { permits: [] }, why: "nothing is permitted for good any more" },
    ]);
    expect(past.state.session.policy.permits).toEqual([]);
  });

  test("both in one line", () => {
    const past = opened({ file: { checks: { full: [test1] } } });
    const now = {
      file: { checks: { full: [{ ...test1, run: "pnpm test" }] }, models: { engineer: "openai/gpt-5" } },
    };
    expect(run(past, now)).toBe("tests are now `pnpm test`, engineers use openai/gpt-5");
  });

  test("the turns of a grooming stay, whatever the files say about other phases", () => {
    const past = opened({}, "groom");
    past.human({ type: "policy.changed", patch: { turnsIn: { exploration: 30 } }, why: "groom" });
    run(past, { file: { turns: { planning: 7 } } });
    expect(past.state.session.policy.turnsIn).toEqual({ exploration: 30, planning: 7 });
    run(past);
    expect(past.state.session.policy.turnsIn).toEqual({ exploration: 30 });
  });

  test("a check that a person left out stays left out until the checks in the file change", () => {
    const past = opened({ file: checks("make", "tox") });
    const without = { ...past.state.session.policy.checks, full: [{ name: "make", run: "make" }] };
    past.human({ type: "policy.changed", patch: { checks: without }, why: "go on without tox" });
    expect(run(past, { file: checks("make", "tox"), user: { models: { strong: "a/b" } } })).not.toContain(
      "check",
    );
    expect(past.state.session.policy.checks.full).toHaveLength(1);
    expect(run(past, { file: checks("make", "tox -e py3") })).toContain("`make`, `tox -e py3`");
  });

  test("a budget that a person set or raised stays", () => {
    const raised = { user: { ...user, budget: { iteration: 50 } } };
    const flagged = opened();
    flagged.human({ type: "policy.changed", patch: { budget: { session: { micros: 3 } } }, why: "--budget" });
    expect(run(flagged, raised)).toBe("");
    expect(flagged.state.session.policy.budget).toEqual({ session: { micros: 3 } });

    const without = opened();
    without.human({ type: "policy.changed", patch: { budget: {} }, why: "--budget none" });
    run(without, raised);
    expect(without.state.session.policy.budget).toEqual({});

    const granted = opened();
    granted.human({ type: "budget.granted", scope: "session", micros: 9, why: "yes" });
    run(granted, { user: { ...user, budget: { iteration: 1 } } });
    expect(granted.state.session.policy.budget).toEqual({ session: { micros: 5_000_000 } });
    expect(granted.state.grants).toMatchObject({ session: { micros: 9 } });
  });

  test("the default budget is in tokens as soon as a price is unknown", () => {
    const past = opened();
    expect(run(past, {}, unpriced)).toBe("the budget is 2,000,000 tokens in all");
    expect(past.state.session.policy.budget).toEqual({ session: { tokens: 2_000_000 } });
    expect(run(past)).toBe("the budget is $5.00 in all");
  });

  test.each(["testing", "land", "ship"])("changed checks send %s on", (kind) => {
    const past = Past.opened({ policy: { checks: teamOf(checks("make"), user).policy.checks } });
    const key = stuckAt(past, kind);
    expect(past.decided().waits).toMatchObject([{ kind: "stuck", step: key }]);
    const { drafts } = followTeam(past.state, teamOf(checks("make all"), {}, { file: "team.json" }), priced);
    expect(drafts.at(-1)?.event).toEqual({ type: "step.retried", step: key });
  });
});

function stuckAt(past: Past, kind: string): string {
  if (kind === "ship") {
    past.reaches("code-review");
    past.accepts(past.submits("findings", { summary: "Nothing.", findings: [] }));
    past.human({ type: "ship.requested", onto: "trunk", how: "branch" });
  } else {
    past.reaches("implementation");
    const way = ["dispatched", "ready", "done", "passed", "approved", "prepared"] as const;
    for (const trigger of way.slice(0, kind === "land" ? 6 : 3)) past.moves("t1", trigger);
  }
  const [step] = past.decided().steps;
  if (!step) throw new Error("nothing is wanted");
  past.fails(step.key);
  return step.key;
}

describe("10.11: which sessions follow", () => {
  test("one of an older version: its models and checks count as what the files said", () => {
    const past = Past.opened({ policy: { budget: { session: { micros: 7 } }, turns: 3 } });
    expect(run(past, { file: { ...checks("make"), turns: 9 } })).toContain("the checks are now `make`");
    expect(past.state.session).toMatchObject({
      policy: { turns: 3, budget: { session: { micros: 7 } } },
      files: { purpose: "iteration", turns: 9 },
    });
    expect(modelsOf(past)).toContain("coach acme/small");
    expect(run(past, { file: { ...checks("make"), turns: 10 } })).not.toBe("");
    expect(past.state.session.policy).toMatchObject({ turns: 10, budget: { session: { micros: 7 } } });
  });

  test("never a scripted one", () => {
    const seats = Past.opened().state.session.seats.map((seat) => ({
      ...seat,
      model: "rehearsal/calculator",
    }));
    const past = Past.opened({ seats });
    expect(follow(past, { file: checks("make") }).drafts).toEqual([]);
  });

  test("whatever changes, a second run with the same files changes nothing", () => {
    const some = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const files = fc
      .record({
        strong: some("a/one", "b/two"),
        coach: some("c/three"),
        run: some("make", "make all"),
        turns: some<TeamFile["turns"]>(5, 9, { planning: 4 }),
        budget: some(1, 9),
      })
      .map(({ strong, coach, run: check, turns, budget }): Files => {
        const file = {
          ...(coach && { models: { coach } }),
          ...(check && checks(check)),
          ...(turns && { turns }),
        };
        return {
          file,
          user: { ...(strong && { models: { strong } }), ...(budget && { budget: { iteration: budget } }) },
        };
      });
    fc.assert(
      fc.property(files, fc.array(files, { maxLength: 4 }), (first, later) => {
        const past = opened(first);
        expect(follow(past, first).drafts).toEqual([]);
        for (const now of later) {
          run(past, now);
          expect(follow(past, now).drafts).toEqual([]);
          expect(past.state.session.policy.checks).toEqual(teamOf(now.file ?? {}, {}).policy.checks);
        }
      }),
    );
  });
});

describe("a checkout without the project's file", () => {
  const bare = (past: Past, own = user) => followTeam(past.state, teamOf({}, own), priced);

  test.each<[what: string, file: TeamFile]>([
    ["checks", checks("make test")],
    ["a set-up", { setup: { run: "make deps" } }],
    ["what may be written", { write: { deny: ["src/secret/**"] } }],
    ["how commands run", { commands: "ask" }],
    ["who reviews", { review: { by: "peers" } }],
    ["turns", { turns: 3 }],
  ])("takes back nothing that it said: %s", (_, file) => {
    const past = opened({ file });
    expect(bare(past, { models: { strong: "openai/gpt-5" } })).toEqual({
      session: past.state.session,
      words: "there is no .huddle/team.json here, so what it said then still holds",
      drafts: [],
    });
    expect(follow(past, { file }).drafts).toEqual([]);
  });

  test("one in which there never was a file follows the person's own settings", () => {
    const past = opened();
    expect(bare(past).drafts).toEqual([]);
    expect(bare(past, { models: { strong: "openai/gpt-5" } }).words).toBe("all members use openai/gpt-5");
  });
});
