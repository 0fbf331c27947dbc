import { expect, test } from "vitest";
import { realSandbox } from "../support/real-sandbox.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild } from "../support/small-build.ts";

test("a session in one folder searches, writes and checks there, and reads everywhere", async () => {
  const search = (path?: string) => ({
    tool: "search_code",
    input: { pattern: "needle", ...(path && { path }) },
  });
  const inFolder = `test -f made.txt && test "$(basename "$PWD")" = 'a pi'`;
  const replies = [
    says.calls(
      search(),
      search("web"),
      { tool: "read_file", input: { path: "web/b.txt" } },
      { tool: "write_file", input: { path: "web/new.txt", content: "no\n" } },
      {
        tool: "run_command",
        input: { command: "echo yes > 'a pi/made.txt'; echo no > out.txt; rm web/b.txt" },
      },
    ),
    says.calls({ tool: "done", input: { summary: "Make it" } }),
  ];
  const session = await SmallBuild.open({
    files: { "a pi/a.txt": "needle in a pi\n", "web/b.txt": "needle in web\n" },
    checks: [{ name: "tests", run: inFolder }],
    policy: { commands: "free", wait: 0, write: { within: "a pi" } },
    answer: ({ thread, ask }) => (thread.startsWith("coding/") ? replies[ask - 1] : undefined),
  });
  session.theatre.sandbox = await realSandbox();
  expect(await session.play()).toMatchObject({ kind: "finished" });
  await session.theatre.check();

  const [all, elsewhere, read, written, ran] = await session.events("tool.settled");
  expect(all?.text).toBe("a pi/a.txt:1: needle in a pi");
  expect(elsewhere).toMatchObject({ failed: true, text: expect.stringContaining("works in a pi") });
  expect(read?.text).toContain("needle in web");
  expect(written).toMatchObject({ failed: true, text: expect.stringContaining("is not in a pi") });
  expect(ran).toMatchObject({ changed: ["a pi/made.txt"], held: ["out.txt", "web/b.txt"] });
  expect(session.git("diff", "--name-only", "HEAD~1", "HEAD")).toBe("a pi/made.txt");
  const [checked] = await session.events("checks.finished");
  expect(checked?.results).toMatchObject([{ exit: 0, command: inFolder }]);
});
