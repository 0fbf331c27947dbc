import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../test/support/fake-session.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import type { AskedBy, ModelReply } from "../core/ports/model.ts";
import type { Request } from "../core/ports/request.ts";

const auto = { policy: { pace: "auto" as const } };

/** A whole session in which some replies are these. What was asked is kept. */
async function played(lines: (by: AskedBy) => ModelReply | undefined) {
  const session = await new FakeSession(auto).open();
  const asked: { readonly by: AskedBy; readonly request: Request }[] = [];
  const model = modelOf(lines);
  const reply: typeof model.reply = (request, by, emit, signal) => {
    asked.push({ by, request });
    return model.reply(request, by, emit, signal);
  };
  await session.run({ model: { reply } });
  const events = session.log.facts.map(({ event }) => event);
  const settled = events.flatMap((event) => (event.type === "tool.settled" ? [event.text] : []));
  return { session, asked, events, settled };
}

test("engineers and the coach look at the base before they speak or hand in", async () => {
  const look = (tool: string, input: object) => says.call(tool, input);
  const { settled, events } = await played(({ thread, ask }) => {
    if (thread === "coach/refinement.1/1" && ask === 2) return look("read_file", { path: "none.md" });
    if (ask > 1) return undefined;
    if (thread === "turn/refinement.1/1") return look("read_file", { path: "README.md" });
    if (thread === "turn/refinement.1/2") return look("list_files", {});
    if (thread === "coach/refinement.1/1") return look("search_code", { pattern: "Tw.ce" });
    return undefined;
  });
  expect(settled.slice(0, 3)).toEqual(["1\t# Twice", "README.md", "README.md:1: # Twice"]);
  expect(settled).toContain("There is no file at none.md. List its folder first.");
  expect(
    events.filter((event) => event.type === "session.shipped" || event.type === "task.landed"),
  ).not.toEqual([]);
});

test("after building, what has landed is what one sees", async () => {
  const { settled } = await played(({ thread, ask }) =>
    thread === "turn/code-review.1/1" && ask === 1 ? says.call("list_files", {}) : undefined,
  );
  const listed = settled.find((text) => text.startsWith("README.md\n") || text.includes("\nREADME.md"));
  expect(listed?.split("\n").length).toBeGreaterThan(1);
});

test("a citation that does not exist is marked for the others, and not for those that do", async () => {
  const { asked, events } = await played(({ thread }) => {
    if (thread === "turn/refinement.1/1") return says.text("README.md:1 says twice, src/x.js:99 thrice.");
    if (thread === "turn/refinement.1/2") return says.text("README.md:1 it is.");
    return undefined;
  });
  const posted = events.flatMap((event) => (event.type === "message.posted" ? [event] : []));
  expect(posted.slice(0, 2)).toMatchObject([{ missing: ["src/x.js:99"] }, { text: "README.md:1 it is." }]);
  expect(posted[1]).not.toHaveProperty("missing");
  const next = asked.find(({ by }) => by.thread === "turn/refinement.1/2")?.request;
  expect(JSON.stringify(next)).toContain(
    "README.md:1 says twice, src/x.js:99 thrice.\\n[harness] src/x.js:99 does not exist\\n[harness] Cited:\\n  README.md\\n  1\\t# Twice",
  );
  const later = asked.findLast(({ by }) => by.thread.startsWith("coach/refinement.1"))?.request;
  expect(JSON.stringify(later?.messages).split("# Twice").length - 1).toBe(1);
});

test("findings that point to nothing go back to whoever wrote them", async () => {
  const finding = { task: "t1", severity: "minor", text: "It is short." };
  const handedIn = (file: string, line?: number) =>
    says.call("submit_findings", {
      summary: "Nearly.",
      findings: [{ ...finding, file: "README.md", line: 1 }, finding, { ...finding, file, line }],
    });
  const { session, settled } = await played(({ thread, ask }) => {
    if (thread !== "artifact/code-review.1/1") return undefined;
    return [handedIn("src/gone.js", 3), handedIn("README.md", 99), handedIn("README.md")][ask - 1];
  });
  expect(settled.filter((text) => text.startsWith("Not accepted"))).toEqual([
    "Not accepted:\n- findings.2: there is no file src/gone.js. Leave file and line out where a whole file is missing.\nMend this and call submit_findings again.",
    "Not accepted:\n- findings.2: README.md has 1 lines, so there is no line 99.\nMend this and call submit_findings again.",
  ]);
  expect(session.state.artifacts.findings?.settled?.verdict).toBe("accepted");
});

test("whoever read with every request but the last can still speak", async () => {
  const session = await new FakeSession({
    policy: { pace: "auto", asks: { turn: 3, artifact: 3, coding: 9, review: 9 } },
  }).open();
  const looks = [says.call("read_file", { path: "README.md" }), says.call("list_files", {})];
  const scripted = new ScriptedModel(...looks, says.text("Enough read: it is short."));
  const obliging = modelOf();
  await session.run({
    model: {
      reply: (request, by, emit, signal) =>
        by.thread === "turn/refinement.1/1"
          ? scripted.reply(request, by, emit, signal)
          : obliging.reply(request, by, emit, signal),
    },
  });
  const last = scripted.requests[2];
  expect(last).not.toHaveProperty("demand");
  expect(JSON.stringify(last?.messages.at(-1))).toContain("say now what you have to say, or call pass_turn.");
  expect(session.log.facts.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: "message.posted", text: "Enough read: it is short." }),
  );
});
