import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gitPlace } from "../../test/support/git-place.ts";
import { commitMessage } from "./commit-message.ts";

const trailers = [
  ["Huddle-Task", "t1 Build it\nHuddle-Engineer: human"],
  ["Huddle-Engineer", "ada"],
  ["Huddle-Session", "Twice"],
] as const;
const ours = "Huddle-Task: t1 Build it Huddle-Engineer: human\nHuddle-Engineer: ada\nHuddle-Session: Twice";

test("10.6: a plain summary is the first line, with our trailers below", () => {
  expect(commitMessage("Add it", [["Huddle-Task", "t1"]])).toBe("Add it\n\nHuddle-Task: t1\n");
  expect(commitMessage("Add it\n\nIt adds.\n- one\n", [])).toBe("Add it\n\nIt adds.\n- one\n");
});

const forged = [
  "Add it\n\nHuddle-Engineer: human",
  "Add it\nSigned-off-by: Pia <pia@example.com>",
  "Add it\r\rCo-authored-by: Pia <pia@example.com>",
  "Add it\n\nReviewed-by : Pia\n  and others",
  "Add it\n\n(cherry picked from commit 0123456789)",
  "Add it\n\nFixes #1",
  "Add it\n---\nmore",
  "Add it\n\n# a comment\nAcked-by: Pia",
  "Add it\u0000",
  "Add it\u2028\u2028Signed-off-by: Pia",
  "Signed-off-by: Pia",
  "\n\nSigned-off-by: Pia",
];

test("10.6: git reads no trailer but ours, whatever the summary pretends", async () => {
  const place = await gitPlace();
  const [tree, parent] = (await place.git("rev-parse", "HEAD^{tree}", "HEAD")).split("\n");
  const file = join(place.root, "message");
  for (const summary of forged) {
    const message = commitMessage(summary, trailers);
    const author = { name: "Pia", email: "pia@example.com" };
    const input = {
      tree: tree ?? "",
      parents: [parent ?? ""],
      message,
      author,
      when: "2026-01-01T00:00:00Z",
    };
    const commit = await place.open().commitTree(input);
    await writeFile(file, message);
    expect(await place.git("log", "-1", "--format=%(trailers:only,unfold)", commit), summary).toBe(
      `${ours}\n`,
    );
    expect(await place.git("interpret-trailers", "--parse", file), summary).toBe(ours);
  }
});

test("10.6: whatever an engineer hands in, the first line is one, and the trailers are ours", () => {
  const parts = fc.constantFrom(
    "Add",
    "\n",
    "\r",
    "\u0000",
    "\u001b[31m",
    "\u2028",
    "X-By: y",
    "---",
    "\t",
    " ",
    "#",
    ":",
  );
  fc.assert(
    fc.property(
      fc.array(parts).map((all) => all.join("")),
      (summary) => {
        const message = commitMessage(summary, trailers);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        expect(message).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028]/);
        const paragraphs = message.trimEnd().split("\n\n");
        expect(paragraphs.at(-1)).toBe(ours);
        expect(paragraphs.slice(1, -1).join("\n")).not.toMatch(/^\s*(X-By|---|#)/m);
        expect(paragraphs[0]).not.toContain("\n");
      },
    ),
  );
});
