import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { FakeSession, modelOf } from "../../test/support/fake-session.ts";
import { plainPrompts } from "../../test/support/plain-prompts.ts";
import { scope } from "../../test/support/plans.ts";
import { says } from "../../test/support/scripted-model.ts";
import { parseCharter } from "../core/prompt/charter.ts";

const requirement = { id: "r1", text: "it works", accepted: ["a test says so"] };
const two = { summary: "Two.", requirements: [requirement, { ...requirement, id: "r2" }] };

/** A session whose project wants one requirement at most, and what is out of scope said. */
async function session() {
  const own = JSON.parse(await readFile("prompts/scope.schema.json", "utf8"));
  own.properties.requirements.maxItems = 1;
  own.required.push("outOfScope");
  const read = async (name: string) =>
    name === "scope.schema.json" ? JSON.stringify(own, null, 4) : plainPrompts.read(name);
  const fake = await new FakeSession({ policy: { pace: "auto" }, prompts: { ...plainPrompts, read } }).open();
  return { fake, own };
}

/** What the writer of the scope was told, reply by reply. */
async function told(handedIn: readonly object[]) {
  const { fake, own } = await session();
  const model = modelOf((by) =>
    by.thread.startsWith("coach/refinement")
      ? says.call("submit_scope", handedIn[by.ask - 1] ?? {})
      : undefined,
  );
  await fake.run({ model });
  const results = fake.log.facts.flatMap(({ event }) =>
    event.type === "tool.settled" && event.failed ? [event.text] : [],
  );
  return { fake, own, results };
}

test("the schema a project tightened is shown, by hash, and held to; what ships is held to first", async () => {
  const bare = { ...scope, summary: "" };
  const { fake, own, results } = await told([bare, two, scope]);
  expect(results).toEqual([
    expect.stringContaining("- summary: must not be empty"),
    "The input does not fit:\n- outOfScope: is missing\n- requirements: has 2 entries; at most 1 fit",
  ]);
  const entered = fake.log.facts.flatMap(({ event }) => (event.type === "phase.entered" ? [event] : []));
  const charter = parseCharter((await fake.blobs.get(entered[0]?.charter ?? "")) ?? "");
  expect(charter.tools.find((tool) => tool.name === "submit_scope")?.schema).toEqual(own);
  expect(fake.state.artifacts.scope?.settled?.verdict).toBe("accepted");
});

test("a project that shows what ships brings no schema to hold to", async () => {
  const holdTo = vi.fn(plainPrompts.holdTo);
  const fake = await new FakeSession({
    policy: { pace: "auto" },
    prompts: { ...plainPrompts, holdTo },
  }).open();
  await fake.run({ model: modelOf(() => undefined) });
  expect(fake.state.artifacts.scope?.settled?.verdict).toBe("accepted");
  expect(holdTo).not.toHaveBeenCalled();
});

test("an artifact that is too large is sent back with words on what to do", async () => {
  const many = Array.from({ length: 120 }, (_, index) => `${index} ${"x".repeat(590)}`);
  const { results } = await told([
    { ...scope, outOfScope: many },
    { ...scope, outOfScope: [] },
  ]);
  expect(results).toEqual([
    expect.stringMatching(
      /^The input does not fit:\n- input: 7\d{4} bytes of JSON are too many, at most 65536 fit\. Keep/,
    ),
  ]);
});
