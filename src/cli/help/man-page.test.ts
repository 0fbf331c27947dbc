import { expect, test } from "vitest";
import { typedCommands } from "../../../test/support/typed-commands.ts";
import { commandNames } from "../../core/views/typed/commands.ts";
import type { TreeCommand } from "./command-tree.ts";
import { manPage } from "./man-page.ts";

const orders = /^\.(?:TH|SH|SS|TP|B|nf|fi)\b/;

test("the man page has every command with its options, and no text of it is an order to roff", () => {
  const page = manPage(typedCommands(), "1.2.3");
  for (const name of commandNames) expect(page).toMatch(new RegExp(`^\\.SS "huddle ${name}\\b`, "m"));
  expect(page).toContain('.SS "huddle task cancel <tasks...>"\n');
  expect(page).toContain("\\fB\\-\\-brief\\-file\\fR \\fI<file>\\fR\n");
  expect(page).toContain('.TH HUDDLE 1 "" "huddle 1.2.3"');
  const dotted = page.split("\n").filter((line) => /^[.']/.test(line));
  expect(dotted.filter((line) => !orders.test(line))).toEqual([]);
});

test("what begins with a dot, or holds a backslash or a quote, is shown as it is", () => {
  const option = { long: "--x", short: undefined, value: undefined, isOptional: false, choices: [] };
  const odd: TreeCommand = {
    name: "demo",
    summary: '.SH "a\\b"',
    args: [],
    options: [{ ...option, does: "'quoted" }],
    parts: [],
  };
  const page = manPage({ ...odd, name: "huddle", parts: [odd] }, "1");
  expect(page).toContain("\n\\&.SH \\(dqa\\eb\\(dq\n");
  expect(page).toContain("\n\\&'quoted\n");
});
