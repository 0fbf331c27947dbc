import { expect, test } from "vitest";
import type { CostLine } from "../../app/look/cost.ts";
import { costCsv } from "./cost-csv.ts";

const line: CostLine = {
  session: "calc",
  seq: 1,
  at: "2026-01-01T00:00:00.000Z",
  phase: "implementation",
  task: "t1",
  member: "ada",
  model: "acme/big",
  thread: "coding/t1.1",
  ask: 3,
  attempt: 2,
  isRework: true,
  end: "used",
  tokens: { input: 10, cacheRead: 20, cacheWrite: 30, output: 5 },
  micros: 1_234,
};
const { micros: _, task: __, ...bare } = line;

test("one row per request, as a spreadsheet reads it", () => {
  expect(costCsv([line])).toBe(
    [
      "time,session,phase,task,member,model,conversation,request,attempt,input_tokens,cache_read_tokens,cache_write_tokens,output_tokens,dollars,confirmed,rework",
      "2026-01-01T00:00:00.000Z,calc,implementation,t1,ada,acme/big,coding/t1.1,3,2,10,20,30,5,0.001234,yes,yes",
      "",
    ].join("\r\n"),
  );
});

test("an unknown price is not a number, and an unconfirmed request says so", () => {
  const ends = (["used", "not charged", "unconfirmed", "under way"] as const).map((end) => ({
    ...bare,
    end,
  }));
  const rows = costCsv(ends)
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((row) => row.split(",").slice(13, 15));
  expect(rows).toEqual([
    ["?", "yes"],
    ["?", "yes"],
    ["?", "no"],
    ["?", "under way"],
  ]);
});

test("no name can become a formula or break its row", () => {
  const rows = costCsv([
    { ...line, model: '=HYPERLINK("x"),1' },
    { ...line, model: "@cmd" },
  ]);
  expect(rows).toContain(`"'=HYPERLINK(""x""),1"`);
  expect(rows).toContain(",'@cmd,");
});
