import { commandGroups, namesIn } from "../../core/views/typed/commands.ts";
import { topicNames } from "./topic-names.ts";

/** What a newcomer types, in the order in which they meet it. */
export const examples = [
  ["huddle demo", "watch a scripted team build a calculator"],
  ["huddle init", "find out how this project is set up and tested"],
  ['huddle new "offline mode"', "start a session for an idea"],
  ['huddle do "fix the typo"', "small work, without a meeting"],
  ["huddle run", "let the team work; it asks when it needs you"],
  ["huddle reply q41 2", "answer a question from any terminal"],
  ["huddle diff t1", "what a task changes"],
  ["huddle ship", "hand over what has landed"],
] as const;

/** `huddle --help`: on one screen of 24 rows and 80 columns. */
export const overview = [
  "huddle: an AI engineering team that talks before it codes",
  "",
  `  ${"huddle".padEnd(28)}where you stand, and what to type next`,
  ...examples.map(([typed, does]) => `  ${typed.padEnd(28)}${does}`),
  "",
  ...commandGroups.map((group) => `${group.padEnd(12)}${namesIn(group).join(", ")}`),
  "",
  "huddle help commands    all of them, a line each; huddle help diff: one of them",
  `huddle help <topic>     ${topicNames.join(", ")}`,
  "",
].join("\n");
