import { Command } from "commander";
import { addCommand } from "../../src/cli/add-command.ts";
import { commandTree, type TreeCommand, type TreeOption } from "../../src/cli/help/command-tree.ts";
import { jsonOption, plainOption, sessionOption } from "../../src/cli/option-groups.ts";
import { specs } from "../../src/cli/specs.ts";
import { commandNames } from "../../src/core/views/typed/commands.ts";

/** All commands as they can be typed. */
export function typedCommands(): TreeCommand {
  const root = sessionOption(jsonOption(plainOption(new Command("huddle"))));
  root.option("-V, --version").option("-h, --help");
  for (const name of commandNames) addCommand(root, specs[name], async () => {});
  return commandTree(root);
}

/** What is wrong with a command line as a text quotes it, such as `huddle task cancel t1 --yes`. */
export function faultOf(root: TreeCommand, line: string): string | undefined {
  let command = root;
  let isNaming = true;
  let isValue = false;
  for (const word of line.split(/\s+/).filter((one) => one !== "")) {
    if (word.startsWith("-")) {
      const name = word.replace(/[=….,:;!?].*$/, "");
      const option = optionOf(command, name) ?? optionOf(root, name);
      if (!option && !["--help", "-h", "-", "--"].includes(name))
        return `${command.name} has no option ${name}`;
      isValue = option?.value !== undefined;
    } else if (isValue) isValue = false;
    else if (isNaming && /^[a-z][a-z-]*$/.test(word)) {
      const part = command.parts.find(({ name }) => name === word);
      // Prose may follow a command without parts.
      if (!part && command.args.length === 0 && command.parts.length > 0)
        return `${command.name} has no command ${word}`;
      if (part) command = part;
      else isNaming = false;
    } else isNaming = false;
  }
  return undefined;
}

function optionOf({ options }: TreeCommand, name: string): TreeOption | undefined {
  return options.find(({ long, short }) => name === long || name === short);
}
