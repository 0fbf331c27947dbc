/** What a person can type behind `huddle`, in groups, for every face: help, completion, and the line below a run. */
export interface CommandEntry {
  readonly does: string;
  readonly group: CommandGroup;
  /** Left out: it can also be typed during a run, behind a slash. */
  readonly alone?: true;
}

export const commandGroups = ["Begin", "Steer", "Look", "Tasks", "Hand over", "Sessions", "Set up"] as const;
export type CommandGroup = (typeof commandGroups)[number];

const table = {
  demo: {
    group: "Begin",
    does: "watch a scripted team at work, from an idea to shipped code",
    alone: true,
  },
  init: { group: "Begin", does: "write .huddle/team.json with what Huddle finds in the project" },
  model: { group: "Begin", does: "choose which model each member has; list, set and check them" },
  new: { group: "Begin", does: "start a session for an idea" },
  do: {
    group: "Begin",
    does: "small work without a meeting: one member builds it, another reviews it",
    alone: true,
  },
  groom: {
    group: "Begin",
    does: "explore a topic before you plan anything; list, show, continue, promote",
    alone: true,
  },
  run: { group: "Steer", does: "let the team work until it needs you", alone: true },
  say: { group: "Steer", does: "tell the team something" },
  inbox: { group: "Steer", does: "what waits for you, in all sessions" },
  reply: { group: "Steer", does: "answer an item of the inbox" },
  approve: { group: "Steer", does: "see everything that needs your yes, in full; with --all, approve it" },
  advance: { group: "Steer", does: "accept what waits, or ask the team to wrap up this phase" },
  back: { group: "Steer", does: "go back to an earlier phase and discuss it again" },
  budget: { group: "Steer", does: "what the session may spend, and how much of it is left" },
  edit: { group: "Steer", does: "change the scope, tasks, approach or review yourself" },
  assign: { group: "Steer", does: "say who builds what" },
  status: { group: "Look", does: "phase, team, tasks, what waits for you and what comes next" },
  show: {
    group: "Look",
    does: "the story so far, a task, or the decisions, scope, tasks, approach, review, trace",
  },
  diff: { group: "Look", does: "what a task changes, or all that has landed" },
  log: { group: "Look", does: "what commands and checks printed, or print right now" },
  cost: { group: "Look", does: "what was spent, on what, and what is left" },
  meeting: { group: "Tasks", does: "what each size of meeting may take; make the talk larger or smaller" },
  tasks: { group: "Tasks", does: "the tasks, and who works on what" },
  task: { group: "Tasks", does: "everything about one task; and decide about it" },
  ship: {
    group: "Hand over",
    does: "ship what has landed: as a branch, onto one, as one commit, a patch or a pull request",
  },
  sync: {
    group: "Hand over",
    does: "merge what is new on the branch the work began from into what has landed, after its checks",
  },
  sessions: { group: "Sessions", does: "all sessions: how each stands, what it spent and what needs you" },
  use: { group: "Sessions", does: "say which session commands are about when they name none" },
  drop: {
    group: "Sessions",
    does: "end a session without shipping it, and remove its branches and worktrees",
  },
  reopen: { group: "Sessions", does: "go on with a session that was shipped or dropped" },
  trust: {
    group: "Set up",
    does: "see and decide what this repository may have Huddle execute, and what you allowed for good",
  },
  doctor: { group: "Set up", does: "check the machine, the settings and all sessions" },
  completion: { group: "Set up", does: "what your shell needs to complete commands and names" },
  debug: {
    group: "Set up",
    does: "look inside: debug prompt, debug prompts, debug replay; tidy up: debug clean",
  },
  help: { group: "Set up", does: "all commands, one command, or a topic such as budgets" },
} as const satisfies Readonly<Record<string, CommandEntry>>;

/** What stands behind `task`. During a run, a slash suffices: `/cancel t2`. */
export const taskParts = [
  "take",
  "open",
  "give",
  "comment",
  "unblock",
  "retry",
  "split",
  "land",
  "cancel",
] as const;

export type CommandName = keyof typeof table;
export const commands: Readonly<Record<CommandName, CommandEntry>> = table;

export const commandNames: readonly CommandName[] = Object.keys(table).filter(isCommandName);

function isCommandName(word: string): word is CommandName {
  return Object.hasOwn(table, word);
}

/** The names of one group, in the order of the table. */
export function namesIn(group: CommandGroup): readonly CommandName[] {
  return commandNames.filter((name) => commands[name].group === group);
}
