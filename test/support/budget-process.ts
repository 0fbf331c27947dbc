// A process with some of the callers that spend one budget. Tests start two and give both the same logs.
//
//   <caller>…    for each line `{path, seed, costs}` that it reads, prints what its callers have spent of that log's budget

import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { openJournal } from "../../src/log/file/file-journal.ts";
import { type Costs, seeded, spend, sumOf } from "./budget-callers.ts";

export interface BudgetJob {
  readonly path: string;
  readonly seed: number;
  readonly costs: Costs;
}

const names = process.argv.slice(2);

for await (const line of createInterface({ input: process.stdin })) {
  const { path, seed, costs } = JSON.parse(line) as BudgetJob;
  const journal = await openJournal({ path, now: () => new Date().toISOString() });
  const spent = await Promise.all(
    names.map((caller) => {
      const random = seeded(seed * 1_000 + Number(caller.slice(1)));
      return spend({ journal, caller, costs, random, pause: () => sleep(random() * 3) });
    }),
  );
  await journal.close();
  process.stdout.write(`${JSON.stringify(sumOf(spent))}\n`);
}
