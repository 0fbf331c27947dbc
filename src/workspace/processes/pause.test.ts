import { expect, test } from "vitest";
import { pause } from "./pause.ts";

const forever = 2 ** 30;

test("10.41: a pause ends with its time, and at once with the reason of an abort, also of one that came before", async () => {
  await pause(1);
  const stop = new AbortController();
  const waiting = expect(pause(forever, stop.signal)).rejects.toThrow("enough");
  stop.abort(new Error("enough"));
  await waiting;
  await expect(pause(forever, stop.signal)).rejects.toThrow("enough");
});
