import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

test("work under one key runs in order, also after a failure; other keys do not wait", async () => {
  const seen: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = inTurn("a", async () => {
    await gate;
    seen.push("first");
    throw new Error("failed");
  });
  const second = inTurn("a", async () => void seen.push("second"));
  await inTurn("b", async () => void seen.push("other"));
  open();
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(seen).toEqual(["other", "first", "second"]);
});
