import { z } from "zod";
import { checkName } from "../../../core/reports/check-ended.ts";
import { pathList } from "../../../core/text/path-list.ts";
import { defineTool, failure } from "../../../core/work/tool.ts";
import { checkWords } from "./run-checks.ts";

export const install = defineTool({
  name: "install",
  summary:
    "After you changed what the project depends on (package.json, pyproject.toml, go.mod and the like): writes the lock files anew where the project says how, then installs. Your next commands find what was installed.",
  effect: "runs",
  input: z.object({}),
  async run(_, commands) {
    const ended = await commands.install();
    if ("kind" in ended) return failure(ended.reason);
    const { runs, ms, tree, changed } = ended;
    return {
      failed: runs.some(({ exit }) => exit !== 0),
      text: [
        ...(runs.length === 0 ? ["Everything that the project depends on is installed already."] : []),
        ...runs.map((run) => (run.exit === 0 ? `${checkName(run)} is done` : checkWords(run))),
        ...(changed.length > 0 ? [`Changed: ${pathList(changed)}.`] : []),
      ].join("\n\n"),
      ran: { ms: Math.round(ms), tree, changed },
      printed: runs.map(({ command, output }) => `$ ${command}\n${output.trimEnd()}\n`).join("\n"),
    };
  },
});
