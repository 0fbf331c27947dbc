import { redWords } from "../../core/reports/judge.ts";
import { isNamed, referenceOf } from "../../core/state/baseline.ts";
import type { State } from "../../core/state/state.ts";
import { oneLine } from "../../core/text/one-line.ts";

/** Who knows what was red before does not try to mend it. Empty: nothing was. */
export function redBefore(state: State): string {
  const red = referenceOf(state).filter(({ exit, broken }) => exit !== 0 && broken === undefined);
  if (red.length === 0) return "";
  const told = red.map((result) => {
    const words = oneLine(redWords({ ...result, tail: undefined }));
    return isNamed(result) ? words : `${words}, so it is not judged while it stays red`;
  });
  return `Red before this work, so leave it alone unless your task is about it: ${told.join("; ")}`;
}
