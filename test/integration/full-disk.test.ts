import { expect, test } from "vitest";
import { answer } from "../../src/app/say/answer.ts";
import { noSandbox } from "../../src/workspace/sandbox-here.ts";
import { realSandbox } from "../support/real-sandbox.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild } from "../support/small-build.ts";
import { smallDisk } from "../support/small-disk.ts";

const run = (command: string) => says.calls({ tool: "run_command", input: { command } });
const write = says.calls({ tool: "write_file", input: { path: "made.txt", content: "made\n" } });
const done = says.calls({ tool: "done", input: { summary: "Make it" } });
const fill = (path: string) => `head -c 48M /dev/zero > ${path} && rm ${path}`;

/** What fills the disk, and what the author says; the last line is said again after the person made room. */
const ways: Readonly<
  Record<
    string,
    {
      readonly replies: readonly ReturnType<typeof says.calls>[];
      readonly check?: string;
      readonly setup?: string;
      readonly isBare?: true;
    }
  >
> = {
  "a command of its author": {
    replies: [
      run(`${fill("big")} || echo no room`),
      run("rm big; echo made > made.txt"),
      run("rm big; echo made > made.txt"),
      done,
    ],
  },
  "set-up": { replies: [write, done], setup: `mkdir -p deps && ${fill("deps/big")} && echo x > deps/x` },
  "a check": { replies: [write, done], check: fill("big") },
  "a check, below /tmp": { replies: [write, done], check: fill("/tmp/big") },
  "a check without a sandbox": { replies: [write, done], check: fill("big"), isBare: true },
};

test.each(Object.entries(ways))(
  "a disk that %s fills is the person's matter, and with more room all goes on",
  async (_, { replies, check = "true", setup, isBare }) => {
    const disk = await smallDisk(12);
    const told: string[] = [];
    const session = await SmallBuild.open({
      checks: [{ name: "tests", run: check }],
      policy: {
        commands: "free",
        wait: 0,
        baseline: false,
        ...(setup !== undefined && { setup: { run: setup } }),
      },
      answer: ({ thread, ask }) => (thread.startsWith("coding/") ? replies[ask - 1] : undefined),
      act: async (wait, journal) => {
        if (wait.kind !== "stuck") return false;
        told.push(wait.error);
        expect(session.git("status", "--short")).toBe("");
        disk.resize(256);
        await answer(journal, wait.id, { kind: "retry" }, new Date().toISOString());
        return true;
      },
    });
    session.theatre.folder = disk.folder;
    session.theatre.sandbox = isBare ? noSandbox : await realSandbox();
    expect(await session.play()).toMatchObject({ kind: "finished" });
    await session.theatre.check();

    expect(told).toEqual([
      expect.stringMatching(/(T|t)he disk is full[\s\S]*Free some space on it, then try again\./),
    ]);
    expect(told[0]).toContain(disk.folder);
    expect(await session.triggers()).not.toContain("failed");
    expect(session.git("ls-tree", "--name-only", "HEAD").split("\n")).toEqual(["README.md", "made.txt"]);
    expect(await session.events("task.landed")).toHaveLength(1);
  },
  60_000,
);
