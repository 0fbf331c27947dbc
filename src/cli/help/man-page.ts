import { commandGroups, namesIn } from "../../core/views/typed/commands.ts";
import type { TreeArgument, TreeCommand, TreeOption } from "./command-tree.ts";
import { examples } from "./overview.ts";
import { topicNames } from "./topic-names.ts";
import { topics } from "./topics.ts";

/** huddle(1), in roff. */
export function manPage(root: TreeCommand, version: string): string {
  return [
    `.TH HUDDLE 1 "" "huddle ${escaped(version)}"`,
    ".SH NAME",
    "huddle \\- an AI engineering team that talks before it codes",
    ".SH SYNOPSIS",
    ".B huddle",
    "[\\fIcommand\\fR] [\\fIoptions\\fR]",
    ".SH EXAMPLES",
    ...examples.flatMap(([typed, does]) => entry(escaped(typed), does)),
    ...commandGroups.flatMap((group) => [
      `.SH "${group.toUpperCase()}"`,
      ...namesIn(group).flatMap((name) =>
        root.parts.filter((part) => part.name === name).flatMap((part) => commandRows([], part)),
      ),
    ]),
    ...topicNames.flatMap(topicRows),
    "",
  ].join("\n");
}

function commandRows(path: readonly string[], command: TreeCommand): readonly string[] {
  const { name, summary, args, options, parts } = command;
  const here = [...path, name];
  return [
    `.SS "huddle ${[...here, ...args.map(argumentWords)].map(escaped).join(" ")}"`,
    line(summary),
    ...args.filter(({ does }) => does !== "").flatMap((one) => entry(escaped(one.name), one.does)),
    ...options.flatMap((one) => entry(optionWords(one), one.does)),
    ...parts.flatMap((part) => commandRows(here, part)),
  ];
}

function argumentWords({ name, isRequired, isMany }: TreeArgument): string {
  const words = isMany ? `${name}...` : name;
  return isRequired ? `<${words}>` : `[${words}]`;
}

function optionWords({ short, long, value }: TreeOption): string {
  const names = [short, long].flatMap((one) => (one === undefined ? [] : [`\\fB${escaped(one)}\\fR`]));
  return `${names.join(", ")}${value === undefined ? "" : ` \\fI${escaped(value)}\\fR`}`;
}

function topicRows(name: (typeof topicNames)[number]): readonly string[] {
  const [title = "", ...rows] = topics[name].trimEnd().split("\n");
  return [`.SH "${title.toUpperCase()}"`, ".nf", ...rows.slice(1).map(line), ".fi"];
}

function entry(term: string, text: string): readonly string[] {
  return [".TP", `${term.startsWith(".") ? "\\&" : ""}${term}`, line(text)];
}

/** A line that begins with a dot or an apostrophe would be an order to roff. */
function line(text: string): string {
  return text === "" ? "" : `\\&${escaped(text)}`;
}

/** Outside of ASCII, roff needs names; what has none here is left as it is, which groff reads. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...").replaceAll('"', "\\(dq");
}
