import { hostname } from "node:os";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import { openProcesses } from "../../src/workspace/processes/processes.ts";
import { miniRehearsal } from "./mini-rehearsal.ts";
import { withRememberedTests } from "./quick-checks.ts";
import { Theatre } from "./theatre.ts";

/** A runner as a process of its own, to be shot: goes on with the session that stands in the folder. */
const [root = "", name = "mini"] = process.argv.slice(2);
const rehearsal =
  name === "mini" ? miniRehearsal : withRememberedTests(await loadRehearsal(`rehearsals/${name}`));
const processes = await openProcesses({ host: hostname(), pid: process.pid });
const ending = await new Theatre(root, rehearsal).play(undefined, undefined, processes);
if (ending.kind !== "finished") throw new Error(`the session ended as ${JSON.stringify(ending)}`);
