import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startNode } from "../support/finished.ts";
import { answerOf, providedDesk } from "../support/obliging-provider.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import { textOf } from "../support/provider-server/asked.ts";
import { requires } from "../support/requires.ts";

const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");
const seconds = 86_371;
/** Until the repository has a tag. */
const waits = `git tag | grep -q . || sleep ${seconds}`;

test.each([
  ["a command of an engineer", {}, waits, /Interrupted, may have partly run/],
  ["set-up", { setup: { run: waits } }, undefined, undefined],
  ["a check", { checks: { quick: [{ name: "tests", run: waits }] } }, undefined, undefined],
])(
  "Ctrl-C while %s runs: it ends at once, nothing is lost, and the next run goes on",
  async (_, team, command, told) => {
    requires("bwrap");
    const requests: string[] = [];
    const answers = (asked: Asked) => {
      const isCoding = asked.tools.some(({ name }) => name === "write_file");
      if (isCoding) requests.push(textOf(asked));
      if (!isCoding || command === undefined || requests.length > 1) return answerOf(asked);
      return { text: "", calls: [{ tool: "run_command", input: { command } }] };
    };
    const files = {
      "a.txt": "a\n",
      ".huddle/team.json": JSON.stringify({ checks: { quick: [{ name: "tests", run: "true" }] }, ...team }),
    };
    const at = await providedDesk({ files, server: { answers } });
    const sleeping = () =>
      execFileSync("sh", ["-c", `pgrep -fc '^sleep ${seconds}$' || true`], { encoding: "utf8" }).trim();

    const running = startNode([program, "do", "Add a greeting", "--auto"], {
      cwd: at.repository,
      env: at.env,
    });
    onTestFinished(() => running.kill("SIGKILL"));
    await vi.waitFor(() => expect(sleeping()).toBe("1"), { timeout: 45_000, interval: 100 });
    running.kill("SIGINT");
    const { code, stdout } = await running.finished;
    expect(code).toBe(130);
    expect(stdout.trimEnd().split("\n").slice(-2)).toEqual([
      "Stopped. Nothing is lost.",
      "Next: huddle run  (the team has something to do)",
    ]);
    expect(sleeping()).toBe("0");
    expect(await at.git("status", "--short")).toBe("");

    await at.git("tag", "go");
    const again = await at.huddle(["run", "--auto"]);
    expect(again).toMatchObject({ code: 3, stdout: expect.stringContaining("t1  ✓ landed as ") });
    if (told) expect(requests[1]).toMatch(told);
    expect(requests).toHaveLength(told ? 2 : 1);
    expect((await at.huddle(["ship"])).code).toBe(0);
  },
  60_000,
);
