import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startNode } from "../support/finished.ts";
import { emptyPlace } from "../support/git-place.ts";
import { runHuddle } from "../support/huddle.ts";
import { plainEnv } from "../support/plain.ts";
import { requires } from "../support/requires.ts";
import { tmux } from "../support/tmux.ts";

const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");

async function stage() {
  const root = await emptyPlace();
  const folder = join(root, "demo");
  const env = plainEnv(root);
  return { root, folder, env, terminals: tmux(env) };
}

test("three terminals: one plays, one follows word by word, one watches and speaks; the viewer's choice counts", async () => {
  requires("tmux");
  const { root, folder, terminals, env } = await stage();
  const playing = terminals.huddle(["demo", "--dir", folder, "--speed", "2"], {
    cwd: root,
    columns: 80,
    rows: 30,
  });
  await playing.seen(/── Refinement ─/);
  const following = terminals.huddle(["show", "--follow", "--all"], { cwd: folder, columns: 120 });
  // Words that are not yet a message: the end of the sentence is not there.
  await following.seen(/henrik {5}Then `process\.exit\(0\)`(?![\s\S]*pay that out)/);
  const watching = terminals.huddle(["run", "--brief"], { cwd: folder });
  await watching.seen(/runs this session\. You are watching\./);
  watching.type("hello there");
  watching.press("Enter");
  await playing.seen(/pm {9}hello there\n\(This is a script/);

  await playing.seen(/You choose: press 1 or 2 \(Enter: 1\)\. Otherwise the script takes 1 in \d s\./);
  await watching.seen(/coach waits for your answer\./);
  playing.type("2");
  await playing.seen(/pm {9}→ As computed: 0\.30000000000000004/);
  await watching.seen(/you {8}→ As computed: 0\.30000000000000004/);
  await following.seen(/t1 {2}.+ …\n.+ t2 {2}.+ …/);
  await following.seen(/ended with 0/);
  await watching.seen(/Finished: shipped onto main\.\n[\s\S]*ended with 0/);
  await playing.seen(/ended with 0/);

  const sum = await startNode([join(folder, "calc.js"), "0.1 + 0.2"]).finished;
  expect(sum.stdout).toBe("0.30000000000000004\n");
  for (const pane of [playing, following, watching]) {
    const told = pane.history();
    expect(told.match(/✓ shipped onto main/g)).toHaveLength(1);
    if (pane !== watching) expect(told.match(/I would sell this till\./g)).toHaveLength(1);
    // In short a line may end in …, but nobody is left speaking.
    expect(told).not.toMatch(pane === watching ? /(?:speaks|thinks|tests|worktree) …$/m : / …$/m);
  }
  expect(watching.history()).toMatch(/^henrik {5}\S.{20,} …$/m);
  expect((await runHuddle(["debug", "prompt", "--all"], { cwd: folder, env })).code).toBe(0);
});

test("Ctrl-C in a terminal: once stops softly, and the terminal is as it was", async () => {
  requires("tmux");
  const { root, folder, terminals } = await stage();
  const playing = terminals.huddle(["demo", "--dir", folder], { cwd: root, columns: 80 });
  await playing.seen(/noor +Proposal: /);
  playing.type("hi");
  await playing.seen(/This is a script: they cannot hear you\./);
  playing.press("C-c");
  const left = await playing.seen(/ended with 130/);
  expect(left).toMatch(/Stopped\. Nothing is lost\.\nNext: huddle demo --dir /);
  expect(left).not.toContain("This is a script: they cannot");
});

test("a reader that goes away is no failure", async () => {
  const { root, folder, env } = await stage();
  const demo = startNode([program, "demo", "--dir", folder, "--speed", "2", "--json"], { cwd: root, env });
  await demo.printed('"type":"message.posted"');
  demo.kill("SIGINT");
  await demo.finished;
  const shell = `"${process.execPath}" "${program}" show | head -n 3; echo "ended with \${PIPESTATUS[0]}" >&2`;
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", shell], { cwd: folder, env });
  expect(stdout.split("\n")).toHaveLength(4);
  expect(stderr).toBe("ended with 0\n");
});
