import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";
import type { ProvidedDesk } from "../support/obliging-provider.ts";
import type { RetryAfter } from "../support/provider-server/misbehaviour.ts";
import { tmux } from "../support/tmux.ts";

const brief = ["new", "Twice", "A function that doubles a number."];
const tenDays = 864_000;
const busy = (retryAfter: RetryAfter) => ({ does: "status" as const, status: 429, retryAfter });

/** A session whose first request was answered with such a wait. */
async function told(retryAfter: RetryAfter): Promise<ProvidedDesk> {
  const at = await providedHere();
  await at.huddle(brief);
  at.server.next(busy(retryAfter));
  return at;
}

test.each([
  ["seconds", { seconds: tenDays }],
  ["a date", { date: tenDays }],
  ["milliseconds", { ms: tenDays * 1000 }],
])(
  "10.12: a provider that wants ten days, in %s: the run ends, and everything says what it waits for",
  async (_, retryAfter) => {
    const at = await told(retryAfter);
    const ran = await at.huddle(["run"]);
    expect(ran.code).toBe(3);
    const day = localDay(tenDays);
    const [item] = (await at.json(["inbox"])).items as { id: string; until: string; kind: string }[];
    expect(item).toMatchObject({ kind: "provider", until: expect.stringMatching(/^\d{4}-.*Z$/) });
    const { id = "" } = item ?? {};
    for (const args of [["status"], ["inbox"], ["run"]]) {
      const { stdout } = await at.huddle(args);
      expect(stdout).toContain(id);
      expect(stdout).toContain(`anthropic; Huddle asks again at ${day}`);
    }
    expect((await at.json(["status"])).inbox).toMatchObject([{ id, until: item?.until }]);
    expect(at.server.requests.filter(({ path }) => path.includes("messages"))).toHaveLength(1);
    const text = (await at.huddle(["inbox"])).stdout;
    for (const choice of [`huddle reply ${id} now`, "<provider/model>", "huddle drop"])
      expect(text).toContain(choice);
  },
);

test("10.12: now asks it at once, and another model instead of it", async () => {
  const at = await told({ seconds: tenDays });
  await at.huddle(["run"]);
  const waits = async () => ((await at.json(["inbox"])).items as { id: string; kind: string }[])[0];
  const first = await waits();
  expect(await at.huddle(["reply", first?.id ?? "", "soon"])).toMatchObject({ code: 1 });
  expect(await at.huddle(["reply", first?.id ?? "", "now"])).toMatchObject({ code: 0 });
  at.server.next(busy({ seconds: tenDays }));
  expect(await at.huddle(["run"])).toMatchObject({ code: 3 });
  const second = await waits();
  expect(second?.kind).toBe("provider");
  expect(second?.id).not.toBe(first?.id);
  await at.huddle(["reply", second?.id ?? "", "openai/gpt-4.1"]);
  expect(await at.huddle(["run", "--max-turns", "1"])).toMatchObject({ code: 0 });
  expect(at.server.requests.some(({ path }) => path.includes("chat/completions"))).toBe(true);
});

test("10.12: huddle model set ends the wait with the next run", async () => {
  const at = await told({ seconds: tenDays });
  await at.huddle(["run"]);
  await at.huddle(["model", "set", "all", "openai/gpt-4.1"]);
  expect(await at.huddle(["run", "--max-turns", "1"])).toMatchObject({ code: 0 });
});

test("10.12: in a terminal the run stays and asks, a second one says what it waits for, and now goes on", async () => {
  const at = await told({ seconds: 7_200 });
  const terminals = tmux({ ...at.env });
  const pane = terminals.huddle(["run"], { cwd: at.repository });
  await pane.seen(/waits for anthropic; Huddle asks again at \d{4}-\d\d-\d\d \d\d:\d\d/);
  expect(pane.text()).toContain("now (try it now)");
  const second = terminals.huddle(["run"], { cwd: at.repository });
  await second.seen(/You are watching[\s\S]*waits for anthropic; Huddle asks again at/);
  pane.type("now");
  pane.press("Enter");
  await pane.seen(/is asked again now/);
  await second.seen(/is asked again now/);
  await at.server.nth(2);
  pane.press("C-c");
  await pane.seen(/ended with/);
});

test("10.12: a run without a terminal waits for hours by itself, says so, and survives a kill", async () => {
  const at = await told({ seconds: 7_200 });
  const first = start(at, ["run", "--json"]);
  await first.said(/"type":"loop.paused"/);
  first.kill();
  expect((await at.json(["status"])).inbox).toMatchObject([{ kind: "provider" }]);
  const words = await start(at, ["run"]).said(/asks again at/);
  expect(words).toMatch(/Waits: u\d+ .* anthropic; Huddle asks again at \d{4}-\d\d-\d\d \d\d:\d\d/);
  expect(at.server.requests.filter(({ path }) => path.includes("messages"))).toHaveLength(1);
});

/** A command without a terminal that goes on until it is killed. */
function start(at: ProvidedDesk, args: readonly string[]) {
  const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");
  const child = spawn(process.execPath, [program, ...args], { cwd: at.repository, env: at.env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let all = "";
  return {
    kill: () => child.kill("SIGKILL"),
    said: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        child.on("close", () => reject(new Error(`it ended: ${all}`)));
        child.stdout.on("data", (text: Buffer) => {
          all += String(text);
          if (pattern.test(all)) resolve(all);
        });
      }),
  };
}

function localDay(seconds: number): string {
  const at = new Date(Date.now() + seconds * 1000);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
