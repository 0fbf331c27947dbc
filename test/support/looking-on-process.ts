import { openWire } from "../../src/cli/wire/open-wire.ts";
import { lookOn } from "./plain-face.ts";

/** Looks on at a session of the repository it is started in, and prints what it is told, one line each. */
const [session = ""] = process.argv.slice(2);
await lookOn(await openWire().openProject(), session, (item) => {
  const told = item.kind === "fact" ? { kind: item.kind, fact: item.fact } : item;
  process.stdout.write(`${JSON.stringify(told)}\n`);
});
