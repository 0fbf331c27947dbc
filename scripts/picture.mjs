// node scripts/picture.mjs: makes an SVG of what a terminal shows.
//   tmux capture-pane -ep | node scripts/picture.mjs --title "A session" > docs/pictures/session.svg
// Without --columns the picture is as wide as its longest line.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { drawTerminal } from "./draw-terminal.mjs";
import { readTerminal } from "./read-terminal.mjs";

const { values, positionals } = parseArgs({
  options: { columns: { type: "string" }, title: { type: "string" } },
  allowPositionals: true,
});
const captured = readFileSync(positionals[0] ?? 0, "utf8");
const columns = values.columns === undefined ? 0 : Number(values.columns);
process.stdout.write(drawTerminal(readTerminal(captured), { columns, title: values.title ?? "A terminal" }));
