import { expect, test } from "vitest";
import { z } from "zod";
import { Fault } from "../core/fault.ts";
import { parseConfig } from "./parse-config.ts";
import { teamFileSchema } from "./team/team-file.ts";

function complaint(text: string): string {
  try {
    parseConfig("f.json", text, teamFileSchema);
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    return error instanceof Error ? error.message : "";
  }
}

test("a field is named with its line, whatever stands before it", () => {
  const text = `{
  "team": { "coach": true,
    "engineers": [
      { "name": "a", "style": "says \\"hi\\", then {" },
      { "name": "Bad Name" }
    ]
  },
  "turns": 1
}`;
  expect(complaint(text)).toMatch(/line 5, team\.engineers\[1\]\.name: a name is lower-case/);
  expect(complaint(text)).toMatch(/line 8, turns: /);
});

test("every unknown field is told", () => {
  const text = '{\n  "money": 3,\n  "turns": 4,\n  "speed": 1\n}';
  expect(complaint(text)).toMatch(/line 2, money: there is no .*\n {2}line 4, speed: there is no /);
});

test("an unknown field is told what there is, at any depth", () => {
  expect(complaint('{ "money": 3 }')).toContain(
    "money: there is no such field here; the fields are: team, models, rendering, pace, turns, assign, parallel, planning, review, stops, meeting, sizing, checks, setup, commands, write, ship, budget, output",
  );
  expect(complaint('{ "checks": { "fast": [] } }')).toContain("the fields are: quick, full, timeout");
  expect(complaint('{ "checks": { "full": [{ "run": "x", "path": "y" }] } }')).toContain(
    "the fields are: run, name",
  );
});

test.each([
  ["", 1],
  ["{\n\n", 3],
  ['{\n  "a": 1,\n}', 3],
  ["{\n  'a': 1\n}", 2],
  ['{\n  "a": 1,\n  "b": yes,\n  "c": [\n  ]\n}', 3],
  ['{ "a": 1 }\n}', 2],
])("%j is not JSON, at line %i", (text, line) => {
  expect(complaint(text)).toMatch(new RegExp(`^f\\.json, line ${line}, column \\d+: this is not JSON`));
});

test("a byte order mark is let through, and another shape is the whole file's fault", () => {
  expect(parseConfig("f", "\ufeff{}", z.object({}))).toEqual({});
  expect(complaint("[]")).toContain("line 1, the whole file:");
});
