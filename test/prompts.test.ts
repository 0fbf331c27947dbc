import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPrompts } from "../src/config/prompts/open-prompts.ts";
import type { Prompts } from "../src/core/ports/prompts.ts";
import type { Request } from "../src/core/ports/request.ts";
import { artifactKinds, artifactOf, iterationPhases, type Phase } from "../src/core/terms/phase.ts";
import { promptVariables, unknownVariables } from "../src/core/terms/prompt-files.ts";
import { rulesOf } from "../src/core/terms/talk-rules.ts";
import { loadRehearsal } from "../src/model/rehearsal/load-rehearsal.ts";
import { artifactJsonSchema } from "../src/tools/talk/submit-artifact.ts";
import { FakeSession, obliging } from "./support/fake-session.ts";
import { says } from "./support/scripted-model.ts";

const root = join(import.meta.dirname, "..");
const kilobyte = 1024;
const names = Object.keys(promptVariables);
const talking = iterationPhases.filter((phase) => artifactOf(phase) !== undefined);
const explored = [...talking, "exploration" as const];

test("there is one prompt for every name that is known, and no other", async () => {
  expect((await readdir(join(root, "prompts"))).sort()).toEqual([...names].sort());
});

test("prompts that ship have the variables they are said to have, and no other", async () => {
  for (const name of names) {
    const text = await prompt(name);
    expect(unknownVariables(text, promptVariables[name] ?? []), name).toEqual([]);
  }
});

test.each(artifactKinds)("the schema of %s is current; node scripts/schemas.mjs writes it", async (kind) => {
  expect(JSON.parse(await prompt(`${kind}.schema.json`))).toEqual(
    JSON.parse(JSON.stringify(artifactJsonSchema(kind))),
  );
});

describe("in a session with the prompts that ship", async () => {
  const requests = [
    ...(await firstRequests()),
    ...(await firstRequests(["exploration"])),
    ...(await firstRequests(["meeting"])),
  ];

  test.each(explored)("what every seat is sent in %s before its suffix is at most 8 KB", (phase) => {
    for (const { tools, system, messages } of requestsIn(phase)) {
      const [kickoff] = messages[0]?.role === "user" ? messages[0].blocks : [];
      const shared = [JSON.stringify(tools), system, kickoff ?? ""].map((text) => Buffer.byteLength(text));
      expect(shared.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(8 * kilobyte);
    }
  });

  test.each(talking)("what only the coach is told in %s is at most 3 KB", (phase) => {
    const coach = requestsIn(phase).find((request) => lastBlock(request).startsWith("[you are coach"));
    expect(lastBlock(coach)).toContain(phase === "meeting" ? "You are the coach." : "Done here:");
    expect(Buffer.byteLength(lastBlock(coach))).toBeLessThanOrEqual(3 * kilobyte);
  });

  test.each(explored)("an engineer is told its role in %s in one or two sentences", async (phase) => {
    const role = (await prompt(rulesOf(phase).engineers)).trim();
    const [engineer] = requestsIn(phase);
    expect(lastBlock(engineer)).toContain(role);
    expect(Buffer.byteLength(lastBlock(engineer))).toBeLessThan(kilobyte);
  });

  function requestsIn(phase: Phase): readonly Request[] {
    const found = requests.filter(({ thread }) => thread.split("/")[1] === `${phase}.1`);
    expect(found.length).toBeGreaterThanOrEqual(3);
    return found.map(({ request }) => request);
  }
});

test("a phase is opened in one or two sentences", async () => {
  for (const name of names.filter((one) => one.startsWith("kickoff-"))) {
    const text = await prompt(name);
    expect(text.split(/[.?](?=\s)/).filter((part) => part.trim() !== "").length, name).toBeLessThanOrEqual(2);
  }
});

test("every prompt has its line in docs/prompts.md", async () => {
  const page = await readFile(join(root, "docs/prompts.md"), "utf8");
  for (const name of names) expect(page, name).toContain(`\`${name}\``);
});

interface Seen {
  readonly thread: string;
  readonly request: Request;
}

/** The first request of every thread of a whole session, played by an obliging team with a small brief. */
async function firstRequests(only?: Phase[]): Promise<readonly Seen[]> {
  const { seats } = await loadRehearsal(join(root, "rehearsals/calculator"));
  const cast = seats.map((seat) => ({ ...seat, model: "scripted" }));
  const session = await new FakeSession({
    seats: cast,
    policy: { pace: "auto", ...(only && { phases: only }) },
    prompts: shipped(),
  }).open();
  const seen: Seen[] = [];
  await session.run({
    model: {
      async reply(request, by) {
        if (by.ask === 1) seen.push({ thread: by.thread, request });
        return by.thread.startsWith("coding/") ? longWork : obliging(by);
      },
    },
  });
  return seen;
}

/** Long enough that its review is a discussion. */
const longWork = says.calls(
  { tool: "write_file", input: { path: "t1.txt", content: "line\n".repeat(30) } },
  { tool: "done", input: { summary: "Build t1" } },
);

function shipped(): Prompts {
  const files = openPrompts({ shipped: join(root, "prompts"), root: join(root, "no/such/project") });
  return { ...files, instructions: async () => undefined };
}

/** A discussion's suffix is the last block of its opening message. */
function lastBlock(request: Request | undefined): string {
  const [opening] = request?.messages ?? [];
  return opening?.role === "user" ? (opening.blocks.at(-1) ?? "") : "";
}

function prompt(name: string): Promise<string> {
  return readFile(join(root, "prompts", name), "utf8");
}
