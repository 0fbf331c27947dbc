import { expect, test } from "vitest";
import { emptyState } from "../state/state.ts";
import { mayBegin, type StepContext } from "./step-context.ts";

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
  [false, true, false],
])("wanted: %s, aborted: %s; a step may begin: %s", (isWanted, isAborted, begins) => {
  const signal = isAborted ? AbortSignal.abort() : new AbortController().signal;
  const context = { signal, wanted: () => isWanted } as unknown as StepContext; // what is asked of it
  expect(mayBegin(context, emptyState)).toBe(begins);
});
