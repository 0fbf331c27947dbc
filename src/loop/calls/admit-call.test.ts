import { expect, test } from "vitest";
import { finish, LoopStage } from "../../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../../test/support/scripted-model.ts";

const wide = (value: unknown) => says.call("finish", { value });

/** What a project requires beyond the schema: an even number. */
function evenOnly(input: unknown): readonly string[] {
  const { value } = input as { value: number };
  return value % 2 === 0 ? [] : [`value: ${value} is not even`];
}

test("10.41: what ends a loop is refused while it lacks what the project requires, and may be mended", async () => {
  const stage = new LoopStage({ terminal: { ...finish, fits: evenOnly } });
  expect(await stage.run(new ScriptedModel(wide(7), wide(8)))).toEqual({ kind: "done", value: 8 });
  expect(stage.results()[0]).toMatchObject({
    failed: true,
    text: "The input does not fit:\n- value: 7 is not even",
  });
});

test("10.41: an input fits as it was handed in or as it was tidied; told is what the tidied one lacks", async () => {
  const tidy = (input: unknown) => ({ value: (input as { value: number }).value + 1 });
  const terminal = { ...finish, tidy, fits: evenOnly };
  for (const value of [7, 8])
    expect(await new LoopStage({ terminal }).run(new ScriptedModel(wide(value)))).toEqual({
      kind: "done",
      value: value + 1,
    });
  const never = { ...terminal, fits: (input: unknown) => [`${JSON.stringify(input)} never fits`] };
  const stage = new LoopStage({ terminal: never, asks: 1 });
  await stage.run(new ScriptedModel(wide(7)));
  expect(stage.results()[0]?.text).toBe('The input does not fit:\n- {"value":8} never fits');
});

test("10.41: of many faults the first six are told, each in short", async () => {
  const fits = () => Array.from({ length: 9 }, (_, index) => `${index} ${"x".repeat(300)}`);
  const stage = new LoopStage({ terminal: { ...finish, fits }, asks: 1 });
  await stage.run(new ScriptedModel(wide(7)));
  const told = stage.results()[0]?.text.split("\n").slice(1) ?? [];
  expect(told.map((line) => [line.slice(0, 3), line.length])).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => [`- ${index}`, 202]),
  );
});
