import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forms, type PlayedTalk, playTalk, talks } from "../../bench/meeting/play-rehearsal.ts";
import { requestBytes } from "../../bench/meeting.ts";
import type { State } from "../../src/core/state/state.ts";
import type { ScriptLine } from "../../src/model/rehearsal/rehearsal-script.ts";

const root = join(import.meta.dirname, "../..");

/** The most that each talk may take until its plan is accepted. */
const most = {
  profiles: { short: { requests: 12, kilobytes: 155 }, full: { requests: 30, kilobytes: 420 } },
  streaming: { short: { requests: 12, kilobytes: 150 }, full: { requests: 30, kilobytes: 515 } },
} satisfies Record<(typeof talks)[number], Record<(typeof forms)[number], object>>;

describe.each(talks)("the talk of %s", (name) => {
  const played = Promise.all(forms.map((form) => playTalk(name, form, root)));

  test.each(forms)("takes no more than it may in its %s form", async (form) => {
    const { requests } = await one(form);
    const bar = most[name][form];
    expect(requests.length).toBeLessThanOrEqual(bar.requests);
    expect(requests.reduce((sum, request) => sum + requestBytes(request), 0) / 1_000).toBeLessThanOrEqual(
      bar.kilobytes,
    );
  });

  test("comes to the same requirements and tasks in each form", async () => {
    const [short, full] = [await one("short"), await one("full")];
    expect(planOf(short.state)).toEqual(planOf(full.state));
    expect(short.state.ledger.length).toBeGreaterThan(4);
  });

  test("says and looks at the same things in each form", async () => {
    const [short, full] = [await one("short"), await one("full")];
    expect(looksIn(short.lines).toSorted()).toEqual(looksIn(full.lines).toSorted());
    // The short form leaves out only who agrees with a neighbour's words before it is asked anything.
    const all = saidIn(full.lines);
    const [said, kept] = [saidIn(short.lines), all.filter((words) => saidIn(short.lines).includes(words))];
    expect(said.toSorted()).toEqual(kept.toSorted());
    expect(said.join("").length).toBeGreaterThan(all.join("").length * 0.7);
  });

  test("cites lines that are there", async () => {
    const { requests } = await one("full");
    const sent = JSON.stringify(requests.map(({ messages }) => messages));
    expect(sent).toContain("[harness] Cited:");
    expect(sent).not.toMatch(/does not exist|do not exist/);
  });

  async function one(form: (typeof forms)[number]): Promise<PlayedTalk> {
    const [short, full] = await played;
    return form === "short" ? (short as PlayedTalk) : (full as PlayedTalk);
  }
});

/** Without the decisions behind it, whose ids follow from the log. */
function planOf({ accepted }: State): unknown {
  const interfaces = accepted.approach?.body.tasks.map(({ id, interfaces: all }) => ({ id, all }));
  const plan = { scope: accepted.scope?.body, tasks: accepted.tasks?.body, interfaces };
  return JSON.parse(JSON.stringify(plan).replaceAll(/ \((?:d\d+|\$decision\{[^}]+\})\)/g, ""));
}

function looksIn(lines: readonly ScriptLine[]): readonly string[] {
  const looking = ["read_file", "list_files", "search_code"];
  const calls = lines.flatMap((line) => line.calls).filter(({ tool }) => looking.includes(tool));
  return calls.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`);
}

/** What engineers say, message by message as the longer form has them. */
function saidIn(lines: readonly ScriptLine[]): readonly string[] {
  const turns = lines.filter(({ thread, say }) => thread.startsWith("turn/") && say !== "");
  return turns.flatMap(({ say }) => say.split("\n\n"));
}
