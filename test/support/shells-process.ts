// A process with two small shells. One soon has nothing to do; in the other a program prints so many times, ten a second,
// and holds the pipe `held` of this folder. The file `both` then names the pids of the shells.

import { throughShell } from "../../src/workspace/processes/shells/through-shell.ts";

const [folder = "", times = "0"] = process.argv.slice(2);
const env = { PATH: process.env.PATH ?? "", AT: folder };

const idle = `until [ -e "$AT/busy" ]; do sleep 0.01; done; echo $PPID >>"$AT/pids"; mv "$AT/pids" "$AT/both"`;
const busy = `exec 9>"$AT/held"; echo $PPID >"$AT/pids"; : >"$AT/busy"; for i in $(seq ${Number(times)}); do echo $i; sleep 0.1; done`;

await Promise.all(
  [busy, idle].map((script) =>
    throughShell({ program: "sh", args: ["-c", script], cwd: "/", env }, { most: 100_000 }),
  ),
);
