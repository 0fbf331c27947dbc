import { expect, test } from "vitest";
import { team } from "../../../test/support/plans.ts";
import { Fault } from "../../core/fault.ts";
import type { Team } from "../../core/ports/team.ts";
import type { SettingsFiles } from "../../core/views/settings/settings-file.ts";
import { changeSetting } from "./change-setting.ts";
import { executionOf } from "./trust.ts";

const hash = (text: string) => `hash of ${text}`;

/** A repository whose file executes `before`, and once it is changed `after`. Undefined: it is not valid. */
async function changing(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  { value, trusts }: { readonly value: unknown; readonly trusts: boolean },
): Promise<readonly string[]> {
  const given: string[] = [];
  let runs = before;
  const execution = (all: readonly string[]) =>
    executionOf({ seats: team, policy: { checks: checksOf(all) } }, hash)?.hash;
  const trusted = trusts && before ? [execution(before) ?? ""] : [];
  const files: Pick<SettingsFiles, "change"> = {
    async change() {
      runs = after;
      return "/p/.huddle/team.json";
    },
  };
  const readTeam = async () => {
    if (!runs) throw new Fault("config.invalid", "not valid");
    // Only these two fields are looked at.
    return { seats: team, policy: { checks: checksOf(runs) } } as unknown as Team;
  };
  const trust = { hashes: async () => trusted, give: async (one: string) => void given.push(one) };
  await changeSetting({ readTeam, trust, hash }, files, {
    place: "project",
    path: ["checks"],
    value,
    seen: "m",
  });
  return given;
}

function checksOf(runs: readonly string[]) {
  return { quick: [], full: runs.map((run) => ({ name: run, run })), timeoutMs: 1 };
}

const typed = { value: { run: "make lint" }, trusts: true };

test.each<
  [
    what: string,
    before: readonly string[] | undefined,
    after: readonly string[] | undefined,
    how: { readonly value: unknown; readonly trusts: boolean },
    isGiven: boolean,
  ]
>([
  [
    "a command beside trusted ones is trusted, because the person typed it",
    ["make"],
    ["make", "make lint"],
    typed,
    true,
  ],
  ["the first command of all is trusted", [], ["make lint"], typed, true],
  [
    "commands that were never trusted stay so",
    ["evil"],
    ["evil", "make lint"],
    { ...typed, trusts: false },
    false,
  ],
  [
    "a command that came from elsewhere is not trusted",
    ["make"],
    ["make", "make lint", "evil"],
    typed,
    false,
  ],
  [
    "what takes a command away leaves the rest trusted",
    ["make", "make lint"],
    ["make"],
    { ...typed, value: undefined },
    true,
  ],
  ["a file that was not valid is not trusted", undefined, ["make lint"], typed, false],
  ["a file that is not valid afterwards is not trusted", ["make"], undefined, typed, false],
])("%s", async (_, before, after, how, isGiven) => {
  const given = await changing(before, after, how);
  expect(given).toHaveLength(isGiven ? 1 : 0);
});
