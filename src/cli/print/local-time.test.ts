import { expect, test } from "vitest";
import { localTime } from "./local-time.ts";

const local = (...parts: [number, number, number, number, number, number]) =>
  new Date(...parts).toISOString();

test("the time of day, and the day where it is another one", () => {
  const at = local(2026, 0, 5, 9, 8, 7);
  expect(localTime(at)).toBe("09:08:07");
  expect(localTime(at, local(2026, 0, 5, 23, 0, 0))).toBe("09:08:07");
  expect(localTime(at, local(2026, 0, 4, 23, 59, 59))).toBe("2026-01-05 09:08:07");
  expect(localTime("soon")).toBe("soon");
});
