import { expect, test } from "vitest";
import { commandNames } from "../../core/views/typed/commands.ts";
import { overview } from "./overview.ts";
import { topicNames } from "./topic-names.ts";
import { topics } from "./topics.ts";

test("the help is one screen of 24 rows and 80 columns, and has every command and topic", () => {
  const rows = overview.trimEnd().split("\n");
  expect(rows.length).toBeLessThanOrEqual(24);
  expect(rows.filter((row) => row.length > 80)).toEqual([]);
  for (const name of [...commandNames, ...topicNames]) expect(overview).toMatch(new RegExp(`\\b${name}\\b`));
});

test.each(topicNames)("the topic %s is one screen, too", (name) => {
  const rows = topics[name].trimEnd().split("\n");
  expect(rows.length).toBeLessThanOrEqual(24);
  expect(rows.filter((row) => row.length > 84)).toEqual([]);
});
