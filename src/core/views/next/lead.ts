import { assertNever } from "../../assert-never.ts";
import { clipped } from "../../text/clipped.ts";
import { shellWord } from "../../text/quoted.ts";
import type { NextStep } from "./next-step.ts";
import { trialLines, trialSummary } from "./trial-lines.ts";
import type { CommandLine, Taken, Whereabouts } from "./whereabouts.ts";

/** How Huddle leads a person on from where they stand. */
export interface Lead {
  /** What is so, in lines. Empty: the session says it. */
  readonly says: readonly string[];
  readonly next: NextStep;
  /** What Enter does in a terminal. Undefined: the next step needs words. */
  readonly enter?: Taken;
  /** What a typed line means there, as a person reads it. Undefined: nothing but commands can be typed. */
  readonly typed?: string;
}

export function leadOf(at: Whereabouts): Lead {
  switch (at.kind) {
    case "no-repository":
      return at.isHome ? leaveHome(at.folder) : madeRepository(at.folder);
    case "no-checkout":
      return onward([`There is no checkout here, only git's own folder ${at.folder}.`], {
        command: "git worktree add ../checkout",
        why: "makes one beside it; then go there",
      });
    case "no-identity":
      return {
        says: ["git does not know who you are, and commits carry your name."],
        next: {
          command:
            'git config --global user.name "Your Name" && git config --global user.email you@example.com',
          why: "git does not know who you are",
        },
        typed: "your name and e-mail address, such as: Ada Lovelace <ada@example.com>",
      };
    case "no-commit":
      return at.secrets.length > 0 ? ignoredFirst(at.secrets) : firstCommit(at.files);
    case "no-team-file":
      return {
        says: [`There is no team file in ${at.root} yet. It says who is on the team and which checks count.`],
        next: { command: "huddle init", why: "looks at the project and writes one" },
        enter: { kind: "huddle", args: ["init"] },
      };
    case "no-model":
      return {
        says: at.why.split("\n"),
        next: { command: "huddle model", why: "the team has no model that it can use" },
        enter: { kind: "huddle", args: ["model"] },
      };
    case "model-away":
      return modelAway(at);
    case "checks-untried":
      return {
        says: ["Nobody has tried here yet whether set-up and checks run:", ...few(at.runs)],
        next: { command: "huddle init --try", why: "tries them in a clean checkout" },
        enter: { kind: "huddle", args: ["init", "--try"] },
        typed: whatToBuild,
      };
    case "checks-red":
      return {
        says: [...at.trial.runs.filter(({ exit }) => exit !== 0).flatMap(trialLines), trialSummary(at.trial)],
        next: { command: "huddle init --try", why: "tries set-up and checks again" },
        enter: { kind: "huddle", args: ["init", "--try"] },
        typed: whatToBuild,
      };
    case "nothing-open":
      return toBuild(at);
    case "open":
      return { says: [], next: at.next, ...taken(at.next) };
    case "needs-you":
      return { says: [], next: at.next, enter: { kind: "huddle", args: ["run", "--session", at.session] } };
    default:
      return assertNever(at);
  }
}

const whatToBuild = "what should be built, in a line";

/** The line as a person would type it. */
export function commandWords(wanted: Taken): string {
  if (wanted.kind === "again") return "look again";
  return wanted.kind === "shell" ? wanted.line : ["huddle", ...wanted.args.map(shellWord)].join(" ");
}

function modelAway({ troubles, isAway }: Extract<Whereabouts, { kind: "model-away" }>): Lead {
  return {
    says: [
      "The team's models cannot be asked now:",
      ...troubles.map(({ what, remedy }) => `  ${what}. ${remedy}.`),
    ],
    next: { command: "huddle model", why: "to choose another model" },
    enter: isAway ? { kind: "again" } : { kind: "huddle", args: ["model"] },
  };
}

function leaveHome(folder: string): Lead {
  return onward(
    [
      `${folder} is not in a git repository, and it holds more than one project.`,
      "Go to the folder of a project:  cd your-project",
    ],
    { command: "huddle demo", why: "shows a scripted team at work; needs no repository of yours" },
    { kind: "huddle", args: ["demo"] },
  );
}

function madeRepository(folder: string): Lead {
  return onward(
    [
      `${folder} is not in a git repository. A team works in one.`,
      "To look at a scripted team first:  huddle demo",
    ],
    { command: "git init", why: "makes this folder one; it commits nothing" },
    { kind: "shell", line: "git init" },
  );
}

function ignoredFirst(secrets: readonly string[]): Lead {
  const lines = secrets.map((path) => shellWord(`/${path.replace(/[\\*?[\]!# ]/g, "\\$&")}`));
  const line = `printf '%s\\n' ${lines.join(" ")} >> .gitignore`;
  return onward(
    [
      "The repository has no commit yet, and the first one would hold what looks like secrets:",
      ...few(secrets),
    ],
    { command: line, why: "keeps them out of git" },
    { kind: "shell", line },
  );
}

function firstCommit(files: readonly string[]): Lead {
  const line =
    files.length === 0
      ? 'git commit --allow-empty -m "First commit"'
      : 'git add -A && git commit -m "First commit"';
  const what =
    files.length === 0
      ? ["The repository has no commit yet, and nothing to commit."]
      : [`The repository has no commit yet. The first one would hold ${count(files.length)}:`, ...few(files)];
  return onward(what, { command: line, why: "the team starts from a commit" }, { kind: "shell", line });
}

function onward(says: readonly string[], next: NextStep, enter?: CommandLine): Lead {
  return { says, next, ...(enter && { enter }) };
}

function toBuild({ root, last, groomings, unseen }: Extract<Whereabouts, { kind: "nothing-open" }>): Lead {
  const isFirst = last === undefined;
  const topics = groomings.length > mostShown ? [...groomings.slice(0, mostShown), "…"] : groomings;
  return {
    says: [
      isFirst ? `No session in ${root} yet.` : `No session is open in ${root}. The newest was ${last}.`,
      ...(topics.length > 0 ? [`Groomings: ${topics.join(", ")}. See: huddle groom list`] : []),
      ...(unseen.length > 0 ? [`${unseenWords(unseen)} To include that, commit it first.`] : []),
    ],
    next: {
      command: 'huddle new "what should be built"',
      why: isFirst ? "there is no session yet" : "nothing is open",
    },
    typed: whatToBuild,
  };
}

/** What Enter does about a next step that can be done as it stands: one without a gap to fill in. */
function taken({ command }: NextStep): Pick<Lead, "enter"> {
  const [program, ...args] = command.split(" ");
  if (program !== "huddle" || !args.every((arg) => /^[\w@%+=:,./-]+$/.test(arg))) return {};
  return { enter: { kind: "huddle", args } };
}

/** What a team that starts from a commit does not see. */
export function unseenWords(paths: readonly string[]): string {
  const shown = paths.slice(0, mostNamed).map((path) => clipped(path, 60));
  const rest = paths.length - shown.length;
  const names = rest > 0 ? [...shown, `${rest} more`] : shown;
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join("");
  return `Not committed, so the team does not see it: ${list}.`;
}

const mostNamed = 3;

function few(paths: readonly string[]): readonly string[] {
  const rest = paths.length - mostShown;
  const shown = paths.slice(0, mostShown).map((path) => `  ${clipped(path, 100)}`);
  return rest > 0 ? [...shown, `  and ${rest} more`] : shown;
}

const mostShown = 8;

function count(files: number): string {
  return files === 1 ? "one file" : `${files} files`;
}
