import { expect, test } from "vitest";
import { answersAll } from "../support/answers-all.ts";
import { obliging } from "../support/fake-session.ts";
import { runHere } from "../support/huddle-here.ts";
import { providedDesk } from "../support/obliging-provider.ts";
import { planned } from "../support/plans.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import { requires } from "../support/requires.ts";
import { tmux } from "../support/tmux.ts";

const files = {
  "ask/plan.txt": "old\n",
  ".huddle/team.json": JSON.stringify({ meeting: "full", write: { ask: ["ask/"] } }),
};
const write = (path: string, content: string) => ({ tool: "write_file", input: { path, content } });

/** An engineer that wants to write what asks first. */
function answer(asked: Asked) {
  const tools = new Set(asked.tools.map(({ name }) => name));
  const ask = 1 + asked.messages.filter(({ role }) => role === "assistant").length;
  if (tools.has("write_file") && ask === 1)
    return { text: "", calls: [write("ask/plan.txt", "new\n"), write("ask/more.txt", "a\u202eb\n")] };
  const by = { thread: tools.has("write_file") ? "coding/t1.1" : "review/t1.1/1", ask: 1, seat: "x" };
  const reply = answersAll(obliging(by, [planned("t1")]), asked);
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

test("what needs a yes is seen whole where one is asked, and answered there or by a command", async () => {
  requires("tmux");
  const at = await providedDesk({ files, server: { answers: answer } });
  const here = async (...args: readonly string[]) => {
    const { stdout, stderr, code } = await runHere(args, { cwd: at.repository, env: { ...at.env } });
    return `${code}\n${stdout}${stderr}`;
  };
  const pane = tmux(at.env).huddle(["do", "Add a greeting"], { cwd: at.repository });
  const first = await pane.seen(/\+ new[\s\S]*your yes to write ask\/plan\.txt[\s\S]*yes \(this once\)/);
  for (const line of [
    "may I write ask/plan.txt?",
    "    - old",
    "    + new",
    "the project asks first (write.ask)",
    "Risk: raised",
  ])
    expect(first).toContain(line);
  expect(pane.title()).toBe(
    "Huddle needs you: Add a greeting: mara needs your yes to write ask/plan.txt, for t1",
  );
  const inbox = await here("inbox");
  const id = /y\d+/.exec(inbox)?.[0] ?? "none";
  expect(inbox).toContain(`${id}   mara needs your yes to write ask/plan.txt, for t1`);
  for (const words of ["yes", 'no "why not"', "always"])
    expect(inbox).toContain(`huddle reply ${id} ${words}\n`);
  pane.type("yes");
  pane.press("Enter");
  // The next one is answered from elsewhere, for good.
  const second = await pane.seen(/\+ a[\s\S]*your yes to write ask\/more\.txt[\s\S]*yes \(this once\)/);
  expect(second).toMatch(/\+ a.*202e.*b/i);
  const next = /y\d+/.exec(await here("inbox"))?.[0] ?? "none";
  expect(await here("reply", next, "always")).toMatch(/^0\n/);
  await pane.seen(/t1 +✓ landed/);
  expect(await here("trust")).toContain("ask/more.txt");
  expect(await at.git("show", "huddle/add-greeting/main:ask/plan.txt")).toContain("new");
});
