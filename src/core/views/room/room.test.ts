import { describe, expect, test } from "vitest";
import { type AtInterface, atInterface } from "../../../../test/support/at-interface.ts";
import { Past } from "../../../../test/support/past.ts";
import { scope } from "../../../../test/support/plans.ts";

const pageUp = "\u001b[5~";
const pageDown = "\u001b[6~";
const newest = "\u001b[1;5F";
const oldest = "\u001b[1;5H";
const phaseUp = "\u001b[1;3A";
const phaseDown = "\u001b[1;3B";
const find = "\u0006";
const view = "\u000f";
const esc = "\u001b";

/** A talk of so many turns. */
function talked(turns: number): Past {
  const past = Past.opened();
  past.enters("refinement");
  for (let turn = 1; turn <= turns; turn++)
    past.turn(`turn/refinement.1/${turn}`, turn % 2 === 0 ? "ben" : "ada", `This is turn number ${turn}.`);
  return past;
}

async function room(past: Past, columns = 80, rows = 24): Promise<AtInterface> {
  const at = await atInterface(past, { columns, rows });
  at.press("2");
  return at;
}

describe("scrolling", () => {
  test("the newest is followed", async () => {
    const past = talked(40);
    const at = await room(past);
    expect(at.text()).toContain("turn number 40.");
    past.turn("turn/refinement.1/41", "ada", "This is turn number 41.");
    at.catchUp();
    expect(at.text()).toContain("turn number 41.");
  });

  test("who reads further up is never moved, and a mark counts what is new", async () => {
    const past = talked(40);
    const at = await room(past);
    at.press(pageUp);
    const before = at.rows().filter((row) => row.includes("turn number"));
    expect(before.join()).not.toContain("turn number 40.");
    past.turn("turn/refinement.1/41", "ada", "This is turn number 41.");
    at.catchUp();
    // What waits may take a row at the bottom.
    const after = at.rows().filter((row) => row.includes("turn number"));
    expect(after).toEqual(before.slice(0, after.length));
    expect(after.length).toBeGreaterThan(5);
    expect(at.text()).toContain("▼ 1 new · Ctrl-End");
    at.press(newest);
    expect(at.text()).toContain("turn number 41.");
    expect(at.text()).not.toContain("▼");
  });

  test("down to the end follows again, and up to the beginning stops there", async () => {
    const at = await room(talked(40));
    for (let page = 0; page < 30; page++) at.press(pageUp);
    expect(at.text()).toContain("Twice");
    at.press(oldest);
    const top = at.text();
    at.press(pageUp);
    expect(at.text()).toBe(top);
    for (let page = 0; page < 30; page++) at.press(pageDown);
    expect(at.text()).toContain("turn number 40.");
    expect(at.text()).not.toContain("▼");
  });

  test("a narrower terminal shows the same place", async () => {
    const at = await room(talked(40), 120, 40);
    at.press(pageUp, pageUp);
    const first = at.rows().find((row) => row.includes("turn number"));
    at.resize(80, 24);
    expect(at.text()).toContain(first?.slice(0, 40).trimEnd());
  });

  test("phases are jumped to", async () => {
    const past = talked(40);
    past.enters("planning");
    for (let turn = 1; turn <= 40; turn++) past.turn(`turn/planning.1/${turn}`, "ada", `Planned ${turn}.`);
    const at = await room(past);
    at.press(phaseUp);
    expect(at.rows().find((row) => row.startsWith("── "))).toContain("Planning");
    at.press(phaseUp);
    expect(at.rows().find((row) => row.startsWith("── "))).toContain("Refinement");
    at.press(phaseDown, phaseDown);
    expect(at.text()).toContain("Planned 40.");
  });
});

describe("finding", () => {
  test("the newest line with the words comes first, then those before", async () => {
    const at = await room(talked(40));
    at.press(find, "number 1");
    expect(at.text()).toContain("find: number 1  11 of 11");
    expect(at.text()).toContain("turn number 19.");
    at.press("\r");
    expect(at.text()).toContain("10 of 11");
    at.press("\u001b[B");
    expect(at.text()).toContain("11 of 11");
    at.press(esc);
    expect(at.text()).not.toContain("find:");
    expect(at.text()).toContain("turn number 19.");
  });

  test("what is nowhere is said", async () => {
    const at = await room(talked(3));
    at.press(find, "xyzzy");
    expect(at.text()).toContain("nothing");
  });
});

describe("how much is read", () => {
  test("passes in a row are one line, and whole shows each with its reason", async () => {
    const past = talked(1);
    past.passes("turn/refinement.1/2", "ben");
    past.passes("turn/refinement.1/3", "ada");
    const at = await room(past);
    expect(at.text()).toMatch(/ben +passes, and so does ada/);
    at.press(view);
    expect(at.text()).toMatch(/ada +passes/);
  });

  test("in short, an engineer's turn is a line", async () => {
    const past = talked(0);
    past.turn("turn/refinement.1/1", "ada", "We should begin with the parser. The rest can wait a while.");
    const at = await room(past);
    expect(at.text()).toContain("The rest can wait");
    at.press(view, view);
    expect(at.text()).toContain("We should begin with the parser. …");
  });
});

describe("the line", () => {
  test("words go to the team, and a command is a command", async () => {
    const at = await room(talked(1));
    at.press("hello", "\r");
    at.press("/status", "\r");
    await at.settled();
    expect(at.done).toEqual([
      { kind: "say", text: "hello", now: false },
      { kind: "command", args: ["status"] },
    ]);
  });

  test("Tab completes a name", async () => {
    const at = await room(talked(1));
    at.press("@co", "\t");
    expect(at.text()).toContain("› @coach");
  });

  test("what waits is asked above the line, and the answer goes when it is given", async () => {
    const past = Past.opened().reaches("refinement");
    past.signals();
    const artifact = past.submits("scope", scope);
    const at = await room(past);
    expect(at.text()).toMatch(/● 1 needs you/);
    expect(at.text()).toContain("Is the scope right?");
    at.press("accept", "\r");
    await at.settled();
    expect(at.done).toMatchObject([{ kind: "answer", answer: { kind: "approve" } }]);
    past.accepts(artifact);
    at.catchUp();
    expect(at.text()).not.toContain("needs you");
  });

  test("what was refused is said", async () => {
    const at = await atInterface(talked(1), {
      answers: () => ({ kind: "refused", why: "There is nobody called zoe." }),
    });
    at.press("2", "hi", "\r");
    await at.settled();
    expect(at.text()).toContain("There is nobody called zoe.");
  });
});

describe("beside the talk", () => {
  test("a wide terminal has a panel, a narrow one two rows above", async () => {
    const past = talked(1);
    past.turn("coach/refinement.1/1", "coach", "We have settled the parser. Next is the tree.");
    const wide = await room(past, 120, 40);
    expect(wide.text()).toMatch(/│ coach said last/);
    const narrow = await room(past);
    expect(narrow.text()).toContain("coach: We have settled the parser.");
    for (const at of [wide, narrow])
      expect(at.rows().filter((row) => row.length > (at === wide ? 120 : 80))).toEqual([]);
  });

  test("a session that is over says so, and no key runs it", async () => {
    const past = talked(1);
    past.add("human", { type: "session.closed", how: "finished", why: "shipped onto main" });
    const at = await room(past);
    expect(at.text()).toContain("This session is over: shipped onto main. r on Home opens it again.");
    expect(at.text()).not.toContain("Ctrl-R");
  });

  test("who runs it is said, and what is lost", async () => {
    const at = await room(talked(1));
    expect(at.text()).toContain("Ctrl-R lets the team work.");
    at.runs({ kind: "elsewhere", pid: 77, host: "here" });
    expect(at.text()).toContain("Process 77 on here runs this session.");
    at.runs({ kind: "lost", why: "Line 12 of the log is damaged." });
    expect(at.text()).toContain("Line 12 of the log is damaged.");
    expect(at.text()).toContain("turn number 1.");
  });
});
