import { expect, test } from "vitest";
import { providedDesk } from "../support/obliging-provider.ts";
import type { Plan } from "../support/provider-server/fail-once.ts";
import { tmux } from "../support/tmux.ts";

test("a person lets the team work, leaves it running, comes back, sees its process killed, goes on, and ships", async () => {
  let asked = 0;
  const silent: Plan = () => (asked++ < 2 ? [{ does: "slow" }] : []); // time to leave, and to be killed
  const at = await providedDesk({ sized: 1, files: { "a.txt": "a\n" }, server: { plan: silent } });
  await at.configure({ models: { strong: "anthropic/claude-sonnet-4-5" } });
  await at.huddle(["new", "Write t1"]);
  const terminal = tmux(at.env);
  const opens = () => terminal.huddle([], { cwd: at.repository, columns: 100, rows: 30 });

  const first = opens();
  await first.seen(/1 Home/);
  first.type("2");
  await first.seen(/Ctrl-R lets the team work/);
  first.press("C-r");
  await first.seen(/Meeting: turn 1 of 4 · .*\$0\.1/); // a request is under way
  first.press("C-c");
  await first.seen(/leaves the team at work without you/);
  first.type("d");
  const left = await first.seen(/ended with 0/);
  expect(left).toContain("The team goes on without you.");
  expect(left).not.toContain("1 Home"); // the terminal is as it was before

  const second = opens();
  await second.seen(/1 Home/);
  second.type("2");
  const watching = await second.seen(/Process \d+ on \S+ runs this session/);
  await at.huddle(["say", "Keep it small.", "--session", "write-t1"]); // from a third process
  await second.seen(/you +Keep it small\./);
  process.kill(Number(/Process (\d+) on/.exec(watching)?.[1]), "SIGKILL");
  await second.seen(/Ctrl-R lets the team work/);

  second.press("C-r");
  await second.seen(/do \(one engineer/);
  second.type("do");
  second.press("Enter");
  await second.seen(/Enter: a new branch/);
  second.press("Enter");
  await second.seen(/This session is over/);
  second.press("C-c");
  expect(await second.seen(/ended with 0/)).not.toContain("1 Home");
  expect(await at.git("show", "huddle-write-t1:t1.txt")).toContain("coding/t1.1");
});
