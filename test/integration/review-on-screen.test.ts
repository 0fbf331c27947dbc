import { expect, test } from "vitest";
import about from "../../package.json" with { type: "json" };
import { openDoor } from "../../src/app/door/open-door.ts";
import { handsFor } from "../../src/cli/acts/hands-for.ts";
import { localTimes } from "../../src/cli/print/local-time.ts";
import { runProgram } from "../../src/cli/program.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { KeyReader } from "../../src/core/views/line/keys.ts";
import { painter } from "../../src/core/views/rows/theme.ts";
import { Interface } from "../../src/tui/interface.ts";
import { answersAll } from "../support/answers-all.ts";
import { obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import "../support/many-wires.ts";

/** An engineer that writes two lines; its reviewer stops without a word, so that a person has to look. */
function answers({ tools, messages }: Asked) {
  const names = new Set(tools.map(({ name }) => name));
  if (names.has("review_complete")) return { text: "Hm.", calls: [] };
  if (names.has("budget_decision"))
    return { text: "", calls: [{ tool: "budget_decision", input: { decision: "stop", words: "Stop." } }] };
  const reply = answersAll(obliging({ thread: "coding/t1.1", ask: 1, seat: "somebody" }), { messages });
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

/** The interface at this desk with everything behind it that is real, but the terminal. */
async function interfaceAt(place: { readonly env: NodeJS.ProcessEnv; readonly repository: string }) {
  const real = openWire({ env: place.env, cwd: place.repository });
  const terminal = { ...real.terminal, isTty: false, canAsk: false, colour: false };
  const wire = { ...real, terminal, stop: () => new AbortController().signal };
  const run = (args: readonly string[], other = wire) => runProgram(other, args, about.version);
  const hands = handsFor(wire, run, { aside: async (act) => act() } as Awaited<
    ReturnType<typeof wire.wholeScreen>
  >);
  const door = openDoor({
    clock: wire.clock,
    times: localTimes,
    hands,
    openProject: () => wire.openProject(),
  });
  const face = new Interface({
    door,
    paint: painter(false),
    size: () => ({ columns: 100, rows: 40 }),
    changed: () => {},
    redraw: () => {},
    end: () => {},
  });
  await face.open(undefined);
  const keys = new KeyReader();
  return {
    press(...chunks: readonly string[]) {
      for (const chunk of chunks) face.press(keys.read(chunk));
    },
    sees: (what: RegExp) =>
      expect.poll(() => face.frame().rows.join("\n"), { timeout: 30_000, interval: 50 }).toMatch(what),
    close: () => face.close(),
  };
}

test("a person reads a change in the Review and comments on a line, and its engineer reads the line and the words", async () => {
  const at = await providedHere({ server: { answers } });
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  const written = (await at.git("diff", "--name-only", "HEAD", "huddle/write-it-down/t1")).trim();
  const { press, sees, close } = await interfaceAt(at);
  press("\u001b4");
  await sees(new RegExp(`▾ ${written}  \\+\\d`));
  await sees(/c comment/);
  press("n", "\u001b[B", "c");
  await sees(new RegExp(`know about ${written}:1\\?`));
  press("Why this way?", "\r");
  await sees(/reads your comment next|goes on with your comment/);
  await sees(/you: Why this way\?/);
  press("\u001b3");
  await sees(/›.*t1.*working/);
  press("\r");
  await sees(/Comments\n.*:1: Why this way/);
  await close();
  const before = at.server.requests.length;
  await at.huddle(["run"]);
  const next = JSON.stringify(at.server.requests[before]);
  expect(next).toContain(`About t1, ${written}:1: Why this way?`);
  expect(next).toMatch(/\[harness\] Cited:\\n[^[]*\b1\\+t\S/);
});

test("a task is cancelled by key, after it was asked", async () => {
  const at = await providedHere({ server: { answers } });
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  const { press, sees, close } = await interfaceAt(at);
  press("\u001b3");
  await sees(/x cancel/);
  press("x");
  await sees(/Cancel t1\?/);
  press("y");
  await sees(/t1 is cancelled/);
  await close();
  expect(await at.json(["tasks"])).toMatchObject({ tasks: [{ id: "t1", state: "cancelled" }] });
});

test("what has landed is read in the Review and shipped from there", async () => {
  const at = await providedHere({});
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  const { press, sees, close } = await interfaceAt(at);
  press("\u001b4");
  await sees(/All that has landed[\s\S]*▾ t1\.txt/);
  press("S");
  await sees(/Onto which branch\?/);
  press("\r");
  await expect.poll(async () => (await at.huddle(["status"])).stdout, { timeout: 60_000 }).toMatch(/shipped/);
  await close();
  const branches = await at.git("for-each-ref", "--format=%(refname:short)", "refs/heads");
  const holding = await Promise.all(
    branches
      .trim()
      .split("\n")
      .map((branch) => at.git("ls-tree", "--name-only", branch)),
  );
  expect(holding.some((files) => files.includes("t1.txt"))).toBe(true);
});
