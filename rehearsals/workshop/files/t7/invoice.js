import { readFileSync } from "node:fs";
import { labels } from "./src/labels.js";
import { parse } from "./src/lines.js";
import { format } from "./src/money.js";
import { dayRow, row } from "./src/page.js";
import { totals } from "./src/totals.js";

/** What an hour costs, in cents. */
const rate = 8000;

const lines = parse(readFileSync(process.argv[2], "utf8"));
const { amounts, sum, tax, total } = totals(lines, rate);
console.log(
  [
    labels.title,
    ...lines.map((line, index) => dayRow(line, format(amounts[index]))),
    row(labels.sum, format(sum)),
    row(labels.tax, format(tax)),
    row(labels.total, format(total)),
  ].join("\n"),
);
