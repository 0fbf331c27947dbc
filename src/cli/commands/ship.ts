import { type CommandSpec, inTable } from "../command-spec.ts";

export const shipCommand: CommandSpec = {
  ...inTable("ship"),
  takes: (command) =>
    command
      .option("--branch [name]", "as a new branch, huddle-<session> if you name none; the default")
      .option("--onto <branch>", "move this branch forward instead")
      .option("--squash", "as one commit, on a new branch or with --onto on an existing one")
      .option("--patch <file>", "as a file for git am, and no branch")
      .option("--pr", "as a branch for a pull request, pushed and opened after your yes")
      .option("--partial", "what has landed so far, while other tasks go on")
      .option("--undo", "take back what was shipped last, and reopen the session")
      .option("-m, --message <words>", "your own words for the commit that shipping makes")
      .option("-y, --yes", "do not ask before files of yours change or something is pushed"),
  async act(wire, command) {
    const { shipAct } = await import("../acts/ship.ts");
    return shipAct(wire, command.optsWithGlobals());
  },
};
