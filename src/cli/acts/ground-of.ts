import { dirname } from "node:path";
import type { Ground } from "../../app/ready/whereabouts.ts";
import type { Wire } from "../wire/wire.ts";
import { uncommitted } from "./uncommitted.ts";

/** The folder that the person is in, and everything that can be asked about it. */
export function groundOf(wire: Wire): Ground {
  const { cwd } = wire;
  return {
    folder: cwd,
    isHome: cwd === wire.home || cwd === dirname(cwd),
    repository: () => wire.repository(),
    async unknownFiles(top) {
      const line = "git ls-files -z --cached --others --exclude-standard";
      const { stdout } = await (await wire.spawnShell(line, { cwd: top })).ended;
      return stdout.split("\0").filter((path) => path !== "");
    },
    uncommitted: (top) => uncommitted(wire, top),
    project: () => wire.openProject(),
    models: () => wire.models(),
  };
}
