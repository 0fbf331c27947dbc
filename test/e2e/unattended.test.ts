import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";

test("with nobody there a team goes from the brief to a shipped branch", async () => {
  const at = await providedHere();
  await at.json(["new", "Two greetings"]);
  const typed = ["run", "--auto", "--wait", "0", "--ship", "--verdict", "out.json", "--json"];
  const { code, stdout } = await at.huddle(typed);
  expect(code).toBe(0);
  const [last = ""] = stdout.trimEnd().split("\n").slice(-1);
  expect(JSON.parse(last)).toMatchObject({
    ended: { kind: "finished", why: "shipped as the new branch huddle-two-greetings" },
    verdict: join(at.repository, ".git/huddle/sessions/two-greetings/verdict.json"),
  });
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const signals = lines.flatMap(({ signal }) => signal ?? []);
  expect(signals.at(-1)).toMatchObject({
    type: "progress",
    phase: "code-review",
    tasks: { landed: 1, of: 1, failed: 0 },
    busy: [],
  });
  expect(signals.length).toBeLessThan(lines.length / 2);
  const verdict = JSON.parse(await readFile(join(at.repository, "out.json"), "utf8"));
  expect(verdict).toMatchObject({ exit: 0, shipped: { onto: "huddle-two-greetings" }, waits: [] });
  for (const { outcome, evidence } of verdict.tasks) {
    expect(outcome).toBe("landed");
    expect(evidence.reviews).not.toEqual([]);
  }
  // Typed again by a script that was started again.
  await at.huddle(["run", "--session", "two-greetings", "--verdict", "again.json"]);
  const again = JSON.parse(await readFile(join(at.repository, "again.json"), "utf8"));
  expect(again).toEqual({ ...verdict, at: again.at, ended: again.ended });
});

test("without --ship it ends when it could be shipped, with 3", async () => {
  const at = await providedHere();
  expect((await at.huddle(["do", "Add a greeting", "--auto", "--wait", "0"])).code).toBe(3);
  const beside = join(at.repository, ".git/huddle/sessions/add-greeting/verdict.json");
  expect(JSON.parse(await readFile(beside, "utf8"))).toMatchObject({
    exit: 3,
    shipped: null,
    tasks: [{ outcome: "landed" }],
    waits: [{ escalation: { kind: "approval", origin: {} } }],
  });
});

test("a command of the person's own is told once, at the end, and its failure is one line", async () => {
  const at = await providedHere();
  const models = { strong: "anthropic/claude-sonnet-4-5" };
  await at.configure({
    models,
    notify: 'cat >> notes; echo "$HUDDLE_EVENT $HUDDLE_EXIT" > short; echo no >&2; exit 3',
  });
  const { code, stderr } = await at.huddle(["do", "Add a greeting", "--auto", "--wait", "0"]);
  expect(code).toBe(3);
  expect(stderr).toBe('The command in "notify" of your config.json failed: exit 3: no\n');
  const notes = (await readFile(join(at.repository, "notes"), "utf8")).trimEnd().split("\n");
  expect(notes.map((line) => JSON.parse(line))).toMatchObject([
    {
      event: "ended",
      session: "add-greeting",
      exit: 3,
      text: "Add a greeting: The work is reviewed and can be shipped",
      waits: [{ answers: ["huddle ship", expect.anything(), expect.anything()] }],
      verdict: { exit: 3 },
    },
  ]);
  expect(await readFile(join(at.repository, "short"), "utf8")).toBe("ended 3\n");
});

test("a repository cannot name a command that is told", async () => {
  const at = await providedHere({ files: { ".huddle/team.json": '{ "notify": "touch pwned" }' } });
  const { code, stderr } = await at.huddle(["do", "Add a greeting"]);
  expect(code).toBe(1);
  expect(stderr).toContain("notify");
});
