import { expect, test } from "vitest";
import type { SizeWait } from "../../decide/waits/size.ts";
import { sizeWords } from "./size.ts";

const chain: SizeWait = { kind: "size", id: "z1", since: 1, size: "chain", tasks: 2, why: "One file." };

test("it says how large the work looks", () => {
  expect(sizeWords(chain).asked).toBe("This looks like 2 tasks in one chain. One file.");
  expect(sizeWords({ ...chain, size: "task", tasks: 1 }).title).toBe(
    "This looks like one task. One engineer could do it without a talk",
  );
});

test.each([
  ["Do", { kind: "do" }],
  ["talk", { kind: "talk" }],
  ["yes", { kind: "talk" }],
  ["none", { kind: "do" }],
  ["short", { kind: "talk" }],
  ["Full", { kind: "full" }],
])("%j means %j", (typed, answer) => {
  expect(sizeWords(chain).parse(typed)).toEqual(answer);
});

test("a plan with tasks side by side says so, and other words are no answer", () => {
  expect(sizeWords({ ...chain, size: "plan" as SizeWait["size"], tasks: 3 }).asked).toBe(
    "This looks like 3 tasks, some of them side by side. One file.",
  );
  expect(sizeWords({ ...chain, size: "plan" as SizeWait["size"], tasks: 2 }).asked).toBe(
    "This looks like 2 tasks side by side. One file.",
  );
  expect(sizeWords(chain).parse("perhaps")).toEqual({
    wrong: "Answer do (one engineer builds it, without a talk), talk, or full (all phases).",
  });
});
