import { expect, test } from "vitest";
import { runAlone } from "../../../test/support/run-alone.ts";

test("a log whose folder cannot be synced is told, and no file stays open", async () => {
  const script = `
    import { closeSync, openSync } from "node:fs";
    import { openLogHandle } from "./it.mjs";
    await openLogHandle("other.jsonl");
    const files = [];
    try { for (;;) files.push(openSync("/dev/null")); } catch {} // until no more can be opened
    closeSync(files.pop());
    const told = await openLogHandle("log.jsonl").catch(({ cause }) => cause.code);
    let again = "open";
    try { openSync("/dev/null"); } catch ({ code }) { again = code; }
    console.log(JSON.stringify([told, again]));
  `;
  const few = ["sh", "-c", 'ulimit -n 64; exec "$@"', "few"];
  expect(await runAlone("src/log/file/log-handle.ts", script, few)).toEqual(["EMFILE", "open"]);
});
