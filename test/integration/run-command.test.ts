import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { replyTo } from "../../src/app/say/reply-to.ts";
import { runAct } from "../../src/cli/acts/run.ts";
import { showAct } from "../../src/cli/acts/show.ts";
import type { RunOptions } from "../../src/cli/options.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { Model } from "../../src/core/ports/model.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { askingRehearsal } from "../support/asking-rehearsal.ts";
import { atTheScreen, openSession, scripted } from "../support/at-the-screen.ts";
import { type GitPlace, gitPlace } from "../support/git-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { realClock } from "../support/plain.ts";

const bell = "\u0007";

interface Setting {
  readonly terminal: boolean;
  readonly rehearsal?: Rehearsal;
  readonly model?: Model;
}

/** A repository with an opened session, and a person who may type. */
async function setting({ terminal, rehearsal = miniRehearsal, model = scripted(rehearsal) }: Setting) {
  const place: GitPlace = await gitPlace(rehearsal.repository.files);
  const screen = atTheScreen(place, { terminal, model });
  const files = await openSession(screen.wire, place, rehearsal);
  onTestFinished(() => files.close());
  const run = (options: RunOptions = {}) => runAct(screen.wire, options, screen.run);
  const lines = () => screen.text().split("\n");
  /** As the log stands now, whoever wrote to it. */
  const state = async () => {
    for await (const _ of files.journal.read(1)) break;
    return files.journal.state();
  };
  const waits = async () => decide(await state(), realClock.now()).waits;
  return { place, screen, files, run, lines, state, waits };
}

test("without a terminal it goes as far as it can, says what waits, and exits 3", async () => {
  const { run, lines, screen } = await setting({ terminal: false });
  expect(await run()).toBe(3);
  expect([bell, "\u001b"].filter((sign) => screen.written().includes(sign))).toEqual([]);
  expect(screen.text()).toContain("ada        I would start refinement with the smallest thing.");
  expect(lines().slice(-2)).toEqual([
    expect.stringMatching(/^a\d+ {2}The scope waits for your yes$/),
    expect.stringMatching(/^Next: huddle reply a\d+ yes /),
  ]);
});

test("--until and --max-turns end it there, with exit 0", async () => {
  const auto = await setting({ terminal: false });
  expect(await auto.run({ auto: true, until: "planning" })).toBe(0);
  expect(auto.screen.text()).toContain("Stopped here: --until planning is reached.");
  expect(await auto.state()).toMatchObject({ stage: { phase: "planning" } });
  expect((await auto.state()).session.policy.pace).toBe("auto");
  expect(await auto.run({ pace: "careful", until: "pre-code-review" })).toBe(3);
  expect((await auto.waits()).map((wait) => wait.kind)).toEqual(["accept"]);
  const short = await setting({ terminal: false });
  expect(await short.run({ maxTurns: 1 })).toBe(0);
  expect((await short.state()).turns).toBe(1);
});

test("with --auto only shipping is left to the person", async () => {
  const { run, waits } = await setting({ terminal: false });
  expect(await run({ auto: true })).toBe(3);
  expect(await waits()).toMatchObject([{ kind: "ship" }]);
});

test("a session that is over says so", async () => {
  const { run, files, lines } = await setting({ terminal: false });
  await files.journal.append(() => [
    { actor: "human", event: { type: "session.closed", how: "abandoned", why: "enough" } },
  ]);
  expect(await run()).toBe(0);
  expect(lines()[0]).toBe("This session is over: enough.");
});

test("a step that only a person can mend ends the run with exit 3", async () => {
  const silent: Rehearsal = { ...miniRehearsal, lines: miniRehearsal.lines.slice(1) };
  const { run, screen } = await setting({ terminal: false, rehearsal: silent });
  expect(await run()).toBe(3);
  expect(screen.text()).toContain("A turn in refinement failed");
});

test("--json prints one event per line, and how it ended last", async () => {
  const { run, lines } = await setting({ terminal: false });
  expect(await run({ json: true })).toBe(3);
  const documents = lines().map((line): unknown => JSON.parse(line));
  const is = (key: string) => (one: unknown) => typeof one === "object" && one !== null && key in one;
  const [facts, others] = [documents.filter(is("seq")), documents.filter((one) => !is("seq")(one))];
  expect(facts.length).toBeGreaterThan(5);
  expect(others.slice(0, -1).every(is("signal"))).toBe(true);
  expect(documents.at(-1)).toMatchObject({
    ended: { kind: "waiting" },
    next: { why: "the scope waits for you" },
  });
});

test("in a terminal the person is asked inline, from the first question to shipping", async () => {
  const { run, screen, place } = await setting({ terminal: true, rehearsal: askingRehearsal });
  const running = run();
  await screen.seen(/coach waits for your answer\.\n1 or 2, or your own words, also to ask back · later\n›$/);
  screen.type("2\r");
  await screen.seen(/you +→ decimals too/);
  await screen.seen(/Is the scope right\?/);
  screen.type("accept\r");
  await screen.seen(/Is the plan right\?/);
  screen.type("accept\r");
  // What there is stands above the question, once, and once more in a run that begins with it.
  const table =
    /What was asked for, and what there is:\n +✓ r1 {2}.*\n +t1 landed at [\s\S]*? files? changed, \+\d+ −\d+\n/g;
  await screen.seen(new RegExp(`${table.source}[\\s\\S]*branch \\(a new one\\)[^›]*onto main`));
  screen.type("later\r");
  expect(await running).toBe(3);
  expect(screen.text().match(table)).toHaveLength(1);
  const again = run();
  await screen.seen(
    new RegExp(`${table.source}[\\s\\S]*${table.source}[\\s\\S]*branch \\(a new one\\)[^›]*onto main`),
  );
  screen.type("onto\r");
  expect(await again).toBe(0);
  expect(screen.text()).toMatch(
    /Finished: shipped onto main\.\nWhat you can type next:\n {2}git diff \w{12} \w{12}\n {2}huddle ship --undo\nNext: huddle new/,
  );
  expect(await place.git("show", "HEAD:twice.js")).toContain("n * 2");
  // What was told is told once, and nothing of what was live is left.
  expect(screen.text().match(/you +→ decimals too/g)).toHaveLength(1);
  expect(screen.text()).not.toMatch(/›|waits for your answer/);
  // The terminal is told when the person begins to be needed, when that is settled, and at the end of each run.
  const titles = screen.written().split("\u001b]2;").slice(1);
  const [rung = [], silent = []] = [true, false].map((rings) =>
    titles.flatMap((part) => (part.includes(bell) === rings ? [part.split("\u001b")[0]] : [])),
  );
  const ship = "The work is reviewed and can be shipped";
  expect(rung).toEqual([
    "Huddle needs you: Twice: coach asks: Whole numbers only?",
    "Huddle needs you: Twice: The scope waits for your yes",
    "Huddle needs you: Twice: The plan waits for your yes",
    `Huddle needs you: Twice: ${ship}`,
    `Huddle needs you: Twice: ${ship}`, // the first run ends
    `Huddle needs you: Twice: ${ship}`, // the second begins
    "Huddle is done: Twice: shipped onto main",
  ]);
  expect(new Set(silent)).toEqual(new Set(["Huddle: Twice"]));
});

test("sent back with words, the talk goes on with them", async () => {
  const { run, screen, state } = await setting({ terminal: true });
  const running = run();
  await screen.seen(/Is the scope right\?/);
  screen.type("back one file is enough\r");
  await screen.seen(/you +↩ the scope goes back\n\nyou +one file is enough/);
  expect((await state()).artifacts.scope?.settled).toMatchObject({ verdict: "returned" });
  screen.wire.interrupt();
  expect(await running).toBe(130);
});

test("edited in the person's editor, it is theirs and accepted; the screen is given away meanwhile", async () => {
  const { screen, files, state } = await setting({ terminal: true });
  let seenByEditor = "";
  const edit: (typeof screen.wire)["edit"] = async (scratch) => {
    seenByEditor = screen.text();
    expect(() => screen.type("x")).toThrow("nobody reads keys");
    const text = await scratch.read();
    await writeFile(scratch.path, text.replace("twice(2) is 4", "twice(3) is 6"));
    return 0;
  };
  const wire = { ...screen.wire, edit };
  const running = runAct(wire, { until: "refinement" }, screen.run);
  await screen.seen(/accept · edit · back <what must change> · again/);
  screen.type("edit\r");
  await screen.seen(/you +✓ the scope is accepted/);
  expect(await running).toBe(0);
  expect(seenByEditor).not.toContain("› ");
  expect((await state()).artifacts.scope).toMatchObject({ version: 2, settled: { verdict: "accepted" } });
  expect(await readFile(join(files.folder, "scope.md"), "utf8")).toContain(
    "version 2, written by you, accepted by you",
  );
});

test("put off, it leaves with exit 3; asked again, what waits is told again", async () => {
  const { run, screen } = await setting({ terminal: true });
  const running = run();
  await screen.seen(/Is the scope right\?/);
  screen.type("later\r");
  expect(await running).toBe(3);
  expect(screen.text()).toMatch(/Next: huddle reply a\d+ yes/);
  const again = run();
  await screen.seen(/Next: huddle(.|\n)*The scope: Doubling\.(.|\n)*Is the scope right\?/);
  screen.type("later\r");
  expect(await again).toBe(3);
});

test("a wait that is resolved elsewhere disappears, and the run goes on", async () => {
  const { run, screen, files, waits } = await setting({ terminal: true });
  const running = run();
  await screen.seen(/Is the scope right\?/);
  const [wait] = await waits();
  await replyTo(files.journal, wait?.id ?? "", "yes", realClock.now());
  await screen.seen(/Is the plan right\?/);
  expect(screen.text()).not.toContain("Is the scope right?");
  screen.wire.interrupt();
  expect(await running).toBe(130);
});

test("a line typed while somebody speaks is in the log before they are done, and in the next request", async () => {
  const asked: string[] = [];
  const scriptedTeam = scripted(miniRehearsal);
  let begin: () => void = () => {};
  const spoken = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const model: Model = {
    async reply(request, by, emit, signal) {
      asked.push(JSON.stringify(request));
      if (asked.length === 1) {
        emit({ type: "text.delta", thread: by.thread, ask: by.ask, seat: by.seat, text: "I would" });
        await spoken;
      }
      return scriptedTeam.reply(request, by, emit, signal);
    },
  };
  const { run, screen, state } = await setting({ terminal: true, model });
  const running = run({ brief: true });
  await screen.seen(
    /ada +speaks …[^\n]*\n\nRefinement: turn 1 of [^\n]*\n\n› say something to the team, or type \? for what else$/,
  );
  screen.type("keep it small\r");
  await screen.seen(/you +keep it small\nada +speaks …/);
  begin();
  await screen.seen(/Is the scope right\?/);
  expect(asked[0]).not.toContain("keep it small");
  expect(asked[1]).toContain("keep it small");
  const said = (await state()).transcript.backing.map((entry) => entry.text);
  expect(said.slice(0, 2)).toEqual(["keep it small", "I would start refinement with the smallest thing."]);
  screen.wire.interrupt();
  expect(await running).toBe(130);
});

test("commands behind a slash are about this session, ask in the same terminal, and the run goes on", async () => {
  const { run, screen, state, place, files } = await setting({ terminal: true });
  await (await openSession(screen.wire, place, miniRehearsal)).close(); // a newer one
  const running = run({ until: "refinement", session: files.id });
  await screen.seen(/Is the scope right\?/);
  screen.type("/status\r");
  await screen.seen(/› \/status\n[\s\S]*Next: [\s\S]*\n›$/);
  screen.type("/budget 3\r");
  await screen.seen(
    /› \/budget 3\n[\s\S]*Budget of the session +\$3\.00: \$0\.00 used or reserved, \$3\.00 left[\s\S]*\n›$/,
  );
  expect((await state()).session.policy.budget).toEqual({ session: { micros: 3_000_000 } });
  screen.type("/stauts\r");
  await screen.seen(/There is no \/stauts\. Did you mean \/status\?/);
  screen.type("\u001b");
  screen.type("?\r");
  await screen.seen(/What waits +Is the scope right\?\n +accept · edit[\s\S]*Look +\/status \/show/);
  screen.type("accept\r");
  expect(await running).toBe(0);
  const said = (await state()).transcript.backing.map(({ text }) => text);
  expect(said.join("\n")).not.toMatch(/\/(?:status|stauts|budget)/);
});

test("Ctrl-C stops cleanly and says how to go on", async () => {
  const { run, screen, state } = await setting({ terminal: true });
  const running = run();
  await screen.seen(/Is the scope right\?/);
  screen.type("\u0003");
  expect(await running).toBe(130);
  expect(screen.text()).toMatch(/Stopping\..*\n\nStopped\. Nothing is lost\.\nNext: huddle/);
  expect((await state()).runner?.stopped).toBe("stopped by you");
});

test("a second run watches the first, hears it word by word, and can answer for it", async () => {
  const { run, screen, place } = await setting({ terminal: true, model: scripted(miniRehearsal, 8) });
  const second = atTheScreen(place, { terminal: true });
  const running = run();
  await screen.seen(/ada/);
  const watching = runAct(second.wire, { all: true }, second.run);
  await second.seen(/Process \d+ on .+ runs this session\. You are watching\./);
  await second.seen(/Is the scope right\?/);
  second.type("accept\r");
  await screen.seen(/you +✓ the scope is accepted/);
  await second.seen(/ada +I would start\b(?! planning with the smallest thing\.)/);
  screen.wire.interrupt();
  expect(await running).toBe(130);
  expect(await watching).toBe(130);
  expect(second.text()).toContain("The run you watched was stopped: in its own terminal.");
});

test("show tells all of it once more, a phase, or every event", async () => {
  const { run, place, state } = await setting({ terminal: false });
  await run({ auto: true });
  const shown = async (options: Parameters<typeof showAct>[1]) => {
    const screen = atTheScreen(place, { terminal: false });
    expect(await showAct(screen.wire, options)).toBe(0);
    return screen.text();
  };
  const story = await shown({});
  expect(story).toContain("ada        t1  writes twice.js");
  expect(story).toContain("t1  ✗ goes back: two doubles to four");
  expect(story.split("\n").at(-1)).toMatch(/^Next: huddle ship/);
  const phase = await shown({ phase: "planning" });
  expect(phase).toContain("── Planning");
  expect(phase).not.toContain("── Refinement");
  const whole = await shown({ all: true });
  const brief = await shown({ brief: true });
  expect(brief).toContain("See it: huddle show scope");
  expect(brief).not.toMatch(/^ +r1 {2}/m);
  for (const said of [story, whole]) {
    expect(said).toMatch(/^ +r1 {2}.*\n +- a test says so$/m);
    expect(said).not.toContain("See it: huddle show scope");
  }
  const all = await shown({ events: true });
  expect(all).toContain("model.asked");
  expect(all.split("\n").filter((line) => /^ *\d+ /.test(line))).toHaveLength((await state()).head);
  const facts = await shown({ json: true, from: 5 });
  expect(JSON.parse(facts.split("\n")[0] ?? "")).toMatchObject({ seq: 5 });
});
