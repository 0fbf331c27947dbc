import { expect, test } from "vitest";
import { answersAll } from "../support/answers-all.ts";
import { obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import type { Asked } from "../support/provider-server/asked.ts";

/** An engineer that writes two lines, and does the same again whatever it reads; its reviewer stops without a word. */
function answers({ tools, messages }: Asked) {
  const names = new Set(tools.map(({ name }) => name));
  if (names.has("review_complete")) return { text: "Hm.", calls: [] };
  if (names.has("budget_decision"))
    return { text: "", calls: [{ tool: "budget_decision", input: { decision: "stop", words: "Stop." } }] };
  const reply = answersAll(obliging({ thread: "coding/t1.1", ask: 1, seat: "somebody" }), { messages });
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

test("a person comments on a line, and its engineer reads the line and the words", async () => {
  const at = await providedHere({ server: { answers } });
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  const written = (await at.git("diff", "--name-only", "HEAD", "huddle/write-it-down/t1")).trim();
  const refused = async (...args: string[]) => {
    const { code, stderr } = await at.huddle(["task", "comment", ...args]);
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refused("t9", "Why?")).toContain("There are: t1.");
  expect(await refused("t1", "no/such.txt:1", "Why?")).toContain("t1 has no file no/such.txt.");
  expect(await refused("t1", `${written}:99`, "Why?")).toContain(`${written} has`);
  expect(await refused("t1", "../../etc/passwd:1", "Why?")).toContain("cannot be shown");
  expect(await refused("t1", `${written}:1`)).toContain("Say what you see");
  expect(await at.json(["task", "comment", "t1", `${written}:1`, "Why this way?"])).toMatchObject({
    task: "t1",
    how: "back",
    lines: [expect.stringMatching(/^1: /)],
    at: { path: written, from: 1, to: 1 },
  });
  const before = at.server.requests.length;
  await at.huddle(["run"]);
  const next = JSON.stringify(at.server.requests[before]);
  expect(next).toContain(`About t1, ${written}:1: Why this way?`);
  expect(next).toMatch(/\[harness\] Cited:\\n[^[]*\b1\\+t\S/);
  expect(next).toContain(`The product manager has sent it back with a comment on ${written}:1.`);
});
