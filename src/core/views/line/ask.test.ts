import { expect, test } from "vitest";
import { waitingCases } from "../../../../test/support/waiting.ts";
import { localTimes } from "../../../cli/print/local-time.ts";
import { decide } from "../../decide/decide.ts";
import { widthOf } from "../text-width.ts";
import { askedFor, hintRows } from "./ask.ts";

test.each(waitingCases)("$name: at any width no offer is cut, and no row is too long", ({ kind, past }) => {
  const { state, now } = past();
  const wait = decide(state, now).waits.find((one) => one.kind === kind);
  if (!wait) throw new Error("nothing waits");
  const { hints } = askedFor(wait, { times: localTimes, now }, "main", true);
  for (const width of [24, 40, 60, 79, 80, 119, 200]) {
    const rows = hintRows(hints, width);
    expect(Math.max(...rows.map(widthOf))).toBeLessThanOrEqual(width);
    const shown = rows.join(" ").replace(/\s+/g, " ");
    for (const hint of hints) expect(shown).toContain(hint);
  }
});
