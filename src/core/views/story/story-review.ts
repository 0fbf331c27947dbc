import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { criteriaWords } from "../../rules/review/criteria-words.ts";
import { placeText, reviewFindingText } from "../../state/finding-text.ts";
import { missingWords } from "../../terms/citations.ts";
import { type StoryLine, storyLine } from "./story-line.ts";

/** What members judge about a task: its code, how it goes on, and what it should say instead. */
export function reviewGiven(fact: Fact, event: EventOf<"review.given">): readonly StoryLine[] {
  const { verdict, seat, task, missing, unread } = event;
  if (event.subject === "budget") return [budgetLine(fact, event)];
  const { text, rows } = findingsIn(event);
  const said = verdict === "rejected" ? `starts afresh: ${text}` : text;
  const words = unread ? `${said} (without having opened the change)` : said;
  const criteria = criteriaWords(event.criteria);
  const given = storyLine(fact, verdict === "approved" ? "approved" : "changes", words, {
    who: seat,
    task,
    rows: criteria === "" ? rows : [...rows, `criteria: ${criteria}`],
  });
  if (!missing) return [given];
  const cites = `${seat} cites ${missingWords(missing, ", which")}`;
  return [given, storyLine(fact, "note", cites, { who: "harness", task })];
}

const budgetWords = { approved: "go on", changes: "go on, but differently", rejected: "stop here" } as const;

/** What a member decided about a task that got nowhere. */
function budgetLine(fact: Fact, { verdict, seat, task, feedback }: EventOf<"review.given">): StoryLine {
  const kind = verdict === "approved" ? "approved" : "changes";
  return storyLine(fact, kind, `${budgetWords[verdict]}: ${feedback}`, { who: seat, task });
}

/** The findings below the words that sum them up. A review that is its only finding is not told twice. */
function findingsIn({ feedback, findings = [] }: EventOf<"review.given">): Pick<StoryLine, "text" | "rows"> {
  const [only, ...others] = findings;
  if (only === undefined) return { text: feedback, rows: [] };
  if (others.length === 0 && only.text === feedback)
    return {
      text: only.path === undefined ? feedback : `${placeText(only.path, only.line)}: ${feedback}`,
      rows: [],
    };
  const count = others.length === 0 ? "one finding" : `${findings.length} findings`;
  return { text: `${count}: ${feedback}`, rows: findings.map(reviewFindingText) };
}

/** A task in other words, field by field. */
export function taskAmended(fact: Fact, { task, by, why, patch }: EventOf<"task.amended">): StoryLine {
  const rows = amendedRows(patch);
  return storyLine(fact, "note", `writes ${task} in other words: ${why}`, { who: by, task, rows });
}

function amendedRows({ title, approach, avoid, done, files }: EventOf<"task.amended">["patch"]): string[] {
  return [
    ...(title === undefined ? [] : [`title: ${title}`]),
    ...(approach === undefined ? [] : [`approach: ${approach}`]),
    ...(avoid ?? []).map((text) => `not: ${text}`),
    ...(done ?? []).map((text) => `done when: ${text}`),
    ...(files === undefined ? [] : [`files: ${files.join(", ")}`]),
  ];
}
