import { askKeys, askTyped, begun, isAskingWords, whileIdle } from "../acts/asking.ts";
import { actWords, taskActs } from "../acts/task-act.ts";
import type { Key } from "../line/keys.ts";
import { shownAt } from "../rows/list-place.ts";
import type { At, KeyUse, Pressable, Pressed, Screen } from "../screen/screen.ts";
import { askingAbout, askingToShip } from "./review-asks.ts";
import { afterFinding, beginFinding, nextWith } from "./review-find.ts";
import { evidenceRows, reviewFrame, roomFor } from "./review-frame.ts";
import {
  actsAt,
  changeAt,
  freshReview,
  isWorkShown,
  laidOut,
  placeIn,
  type ReviewModel,
  targetAt,
  targetsAt,
  widthsOf,
} from "./review-model.ts";
import { movedIn, type ReviewMove, reviewStart } from "./review-place.ts";

/** The Review: a change file by file, with what shows that it is good, and what can be said and done about it. */
export const reviewScreen: Screen<ReviewModel> = {
  title: "Review",
  begin: freshReview,
  isTyping: (model) => isAskingWords(model) || model.finding.line !== undefined,
  typed: (model, key, at) => askTyped(model, key) ?? findTyped(model, key, at),
  arrive: (model, about) => ({ ...freshReview, target: about, sides: model.sides }),
  keys: [
    ...askKeys<ReviewModel>(),
    ...whileIdle<ReviewModel>([
      move(["up", "'k'"], "one row up", "up"),
      move(["down", "'j'"], "one row down", "down"),
      move(["page-up"], "one page up", "page-up"),
      move(["page-down", "' '"], "one page down", "page-down"),
      move(["home", "oldest"], "to the beginning", "first"),
      move(["end", "newest"], "to the end", "last"),
      move(["']'"], "to the next file", "next-file"),
      move(["'['"], "to the file before", "file-before"),
      move(["'n'"], "to the next place that changed", "next-hunk", "next"),
      move(["'p'"], "to the place before", "hunk-before"),
      move(["'f'"], "to the next finding or comment", "next-note"),
      move(["right"], "long lines further to the right", "right"),
      move(["left"], "long lines back to the left", "left"),
      {
        keys: ["'/'", "find"],
        does: "finds words; Enter alone finds the last ones again",
        hint: "find",
        when: (model, at) => !model.evidence && hasFiles(model, at),
        press: (model) => ({ model: { ...model, finding: beginFinding(model.finding) } }),
      },
      {
        keys: ["enter"],
        does: "folds or opens the file",
        hint: "fold",
        when: (model, at) => !model.evidence && hasFiles(model, at),
        press: (model, at) => settled(turnedFile(model, at), at),
      },
      {
        keys: ["'v'"],
        does: "before and after side by side, or in one column",
        when: hasFiles,
        press(model, at) {
          const before = laidNow(model, at);
          return settled({ ...before, sides: laidOut(model, at).wide ? "one" : "two" }, at);
        },
      },
      {
        keys: ["tab"],
        does: "the next change: another task, or all that landed",
        hint: "next change",
        when: (_, at) => targetsAt(at).length > 1,
        press(model, at) {
          const all = targetsAt(at);
          const next = all[(all.indexOf(targetAt(model, at) ?? "") + 1) % all.length];
          return { model: { ...freshReview, sides: model.sides, target: next } };
        },
      },
      {
        keys: ["'w'"],
        does: "the worktree as it is now, or what is committed",
        when: (model, at) => hasBoth(model, at),
        press: (model) => ({
          model: { ...model, isWork: !model.isWork, place: reviewStart, laid: undefined },
        }),
      },
      {
        keys: ["'R'"],
        does: "looks at the worktree again",
        when: (model, at) => isWorkShown(model, at),
        press: (model) => ({ model: { ...model, again: model.again + 1 } }),
      },
      {
        keys: ["'e'"],
        does: "flags, checks, reviews, conflicts; or the change",
        hint: "evidence",
        when: (model, at) =>
          widthsOf(at).beside === 0 && (model.evidence || evidenceRows(model, at, 40).length > 0),
        press: (model) => ({ model: { ...model, evidence: !model.evidence, evidenceTop: 0 } }),
      },
      {
        keys: ["'c'"],
        does: "comments on the line; its engineer reads it next",
        hint: "comment",
        when: (model, at) => !model.evidence && canComment(model, at) && hasFiles(model, at),
        press: (model, at) => ({ model: { ...laidNow(model, at), asking: askingAbout(model, at) } }),
      },
      {
        keys: ["'b'"],
        does: "sends the task back with what should be different",
        hint: "send back",
        when: canComment,
        press: (model, at) => act(model, "comment", at),
      },
      {
        keys: ["'y'"],
        does: "to what needs your yes about this change",
        hint: "decide",
        when: (model, at) => waitAbout(model, at) !== undefined,
        press: (model, at) => ({
          model,
          wants: [{ kind: "go", screen: "inbox", about: waitAbout(model, at) ?? "" }],
        }),
      },
      {
        keys: ["'S'"],
        does: "ships what has landed",
        hint: "ship",
        when: (_, at) => at.session?.waits.some(({ kind }) => kind === "ship") === true,
        press: (model, at) => ({ model: { ...model, asking: askingToShip(at) } }),
      },
      ...taskActs
        .filter((kind) => kind !== "comment")
        .map(
          (kind): KeyUse<ReviewModel> => ({
            keys: [actWords[kind].key],
            does: actWords[kind].does,
            when: (model, at) => actsAt(model, at).some((one) => one.kind === kind),
            press: (model, at) => act(model, kind, at),
          }),
        ),
      {
        keys: ["escape"],
        does: "closes the evidence",
        when: ({ evidence }) => evidence,
        press: (model) => ({ model: { ...model, evidence: false } }),
      },
    ]),
  ],
  rows: reviewFrame,
};

function move(keys: readonly Pressable[], does: string, to: ReviewMove, hint?: string): KeyUse<ReviewModel> {
  return {
    keys,
    does,
    ...(hint !== undefined && { hint }),
    when: (model, at) => (model.evidence ? to in steps : hasFiles(model, at)),
    press(model, at) {
      const height = roomFor(model, at);
      if (model.evidence) return { model: { ...model, evidenceTop: evidenceAfter(model, at, to) } };
      const now = laidNow(model, at);
      const place = movedIn(now.laid?.items ?? [], now.place, to, height);
      return { model: { ...now, place, finding: { ...now.finding, failed: false } } };
    },
  };
}

function findTyped(model: ReviewModel, key: Key, at: At): Pressed<ReviewModel> | undefined {
  const after = afterFinding(model.finding, key);
  if (!after) return undefined;
  const now = { ...laidNow(model, at), finding: after.finding };
  if (after.found === undefined) return { model: now };
  const { files = [], items = [] } = now.laid ?? {};
  const found = nextWith(files, items, after.found, now.place.at);
  if (found === undefined) return { model: { ...now, finding: { ...after.finding, failed: true } } };
  return { model: { ...now, place: shownAt(now.place, found, items.length, roomFor(now, at)) } };
}

/** How far a move goes in the evidence, in rows, or in windows. */
const steps: Partial<Record<ReviewMove, number>> = {
  up: -1,
  down: 1,
  "page-up": Number.NEGATIVE_INFINITY,
  "page-down": Number.POSITIVE_INFINITY,
  first: Number.NEGATIVE_INFINITY,
  last: Number.POSITIVE_INFINITY,
};

function evidenceAfter(model: ReviewModel, at: At, to: ReviewMove): number {
  const height = roomFor(model, at);
  const most = Math.max(0, evidenceRows(model, at, widthsOf(at).change - 2).length - height);
  const page = to === "page-up" ? -height : to === "page-down" ? height : (steps[to] ?? 0);
  return Math.max(0, Math.min(most, model.evidenceTop + page));
}

/** The model with its rows laid out for this size, and the cursor on what it was on. */
function laidNow(model: ReviewModel, at: At): ReviewModel {
  const laid = laidOut(model, at);
  return laid === model.laid ? model : { ...model, place: placeIn(model, laid), laid };
}

function settled(model: ReviewModel, at: At): Pressed<ReviewModel> {
  return { model: laidNow(model, at) };
}

function turnedFile(model: ReviewModel, at: At): ReviewModel {
  const now = laidNow(model, at);
  const file = now.laid?.items[now.place.at]?.file;
  if (file === undefined) return now;
  const turned = new Set(now.turned);
  if (!turned.delete(file)) turned.add(file);
  return { ...now, turned };
}

function hasFiles(model: ReviewModel, at: At): boolean {
  const change = changeAt(model, at);
  return change?.kind === "there" && change.value.files.length > 0;
}

function canComment(model: ReviewModel, at: At): boolean {
  return actsAt(model, at).some(({ kind }) => kind === "comment");
}

function hasBoth(model: ReviewModel, at: At): boolean {
  const task = at.session?.state.tasks[targetAt(model, at) ?? ""];
  return task !== undefined && !task.landed && task.commit !== undefined && task.worktree !== undefined;
}

/** What waits for the person because of the task. */
function waitAbout(model: ReviewModel, at: At): string | undefined {
  const target = targetAt(model, at);
  return at.session?.waits.find((wait) => "task" in wait && wait.task === target)?.id;
}

function act(model: ReviewModel, kind: (typeof taskActs)[number], at: At): Pressed<ReviewModel> {
  const found = actsAt(model, at).find((one) => one.kind === kind);
  const task = targetAt(model, at);
  return found && task !== undefined ? begun(model, found, task) : { model };
}
