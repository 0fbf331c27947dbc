import { CalcError } from "./src/errors.js";
import { evaluate } from "./src/evaluate.js";
import { format } from "./src/format.js";
import { parse } from "./src/parse.js";
import { tokenize } from "./src/tokenize.js";

const sum = process.argv.slice(2).join(" ").replaceAll(/\s/g, " ");

try {
  if (sum.trim() === "") throw new CalcError('no sum given, try: node calc.js "2 + 3 * 4"', 0);
  console.log(format(evaluate(parse(tokenize(sum)))));
} catch (error) {
  if (!(error instanceof CalcError)) throw error;
  console.error(`calc: ${error.message}`);
  if (sum.trim() !== "") console.error(`  ${sum}\n  ${" ".repeat(error.at)}^`);
  process.exitCode = 1;
}
