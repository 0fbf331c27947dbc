import type { Key } from "../line/keys.ts";
import { emptyLine, textOf, typed as typedInto } from "../line/line-editor.ts";
import type { Taken } from "../next/whereabouts.ts";
import type { At, KeyUse, Pressed, Screen } from "../screen/screen.ts";
import type { Want } from "../screen/want.ts";
import type { HomeAct } from "./home.ts";
import { homeFrame } from "./home-frame.ts";
import { afterLine, beginning, kinds } from "./home-line.ts";
import { chosenAt, entriesAt, type HomeModel, homeAt, placeIn } from "./home-model.ts";

/** Where a person stands: what is missing, what needs them, and every session. */
export const homeScreen: Screen<HomeModel> = {
  title: "Home",
  begin: { chosen: 0 },
  isTyping: ({ typing }) => typing !== undefined,
  typed: typedAt,
  rows: homeFrame,
  keys: [
    { keys: ["up", "'k'"], does: "one entry further up", when: isFree, press: choose(-1) },
    { keys: ["down", "'j'"], does: "one entry further down", when: isFree, press: choose(1) },
    {
      keys: ["home", "oldest"],
      does: "to the first entry",
      when: isFree,
      press: choose(Number.NEGATIVE_INFINITY),
    },
    {
      keys: ["end", "newest"],
      does: "to the last entry",
      when: isFree,
      press: choose(Number.POSITIVE_INFINITY),
    },
    {
      keys: ["enter"],
      does: "takes the next step, or opens the session in the Room",
      hint: "go",
      when: (model, at) => isFree(model) && chosenAt(model, at) !== undefined,
      press: entered,
    },
    {
      keys: ["'n'"],
      does: "begins new work: type what should be built",
      hint: "new",
      when: (model, at) => isFree(model) && canBegin(at),
      press: (model) => ({ model: { ...model, typing: { line: emptyLine, kind: "iteration" } } }),
    },
    {
      keys: ["'g'"],
      does: "begins a grooming: type what the team should explore",
      when: (model, at) => isFree(model) && canBegin(at),
      press: (model) => ({ model: { ...model, typing: { line: emptyLine, kind: "grooming" } } }),
    },
    act("promote", "'p'", "starts work from its brief, or has the coach write one", (session) => ({
      kind: "promote",
      grooming: session,
    })),
    act("reopen", "'r'", "goes on with a session that is over", (session) => ({
      kind: "command",
      args: ["reopen", session],
      session,
    })),
    {
      keys: ["'d'"],
      does: "drops the session, after showing what that removes",
      hint: "drop",
      when: (model, at) => isFree(model) && has(model, at, "drop"),
      press(model, at) {
        const session = sessionAt(model, at);
        return { model: session === undefined ? model : { ...model, dropping: session } };
      },
    },
    {
      keys: ["enter"],
      does: "begins what you have typed",
      hint: "begin",
      when: ({ typing }) => typing !== undefined,
      press: sent,
    },
    {
      keys: ["tab"],
      does: "new work with a talk, small work, or a grooming",
      hint: "other kind",
      when: ({ typing }, at) => typing !== undefined && canBegin(at),
      press: (model) => ({ model: withNextKind(model) }),
    },
    {
      keys: ["escape"],
      does: "leaves the line",
      hint: "leave it",
      when: ({ typing }) => typing !== undefined,
      press: ({ chosen }) => ({ model: { chosen } }),
    },
    {
      keys: ["enter", "'y'"],
      does: "drops it",
      hint: "drop it",
      when: ({ dropping }, at) => dropping !== undefined && isLookedAt(dropping, at),
      press: ({ dropping = "", ...model }) => ({
        model,
        wants: [{ kind: "command", args: ["drop", dropping, "--yes"], session: dropping }],
      }),
    },
    {
      keys: ["escape", "'n'"],
      does: "leaves it as it is",
      hint: "leave it",
      when: ({ dropping }) => dropping !== undefined,
      press: ({ dropping: _, ...model }) => ({ model }),
    },
  ],
};

function isFree({ dropping, typing }: HomeModel): boolean {
  return dropping === undefined && typing === undefined;
}

/** What can be done with a session from here, by one letter. */
function act(
  name: HomeAct,
  key: `'${string}'`,
  does: string,
  want: (session: string) => Want,
): KeyUse<HomeModel> {
  return {
    keys: [key],
    does,
    hint: name,
    when: (model, at) => isFree(model) && has(model, at, name),
    press(model, at) {
      const session = sessionAt(model, at);
      return { model, ...(session !== undefined && { wants: [want(session)] }) };
    },
  };
}

/** Enter on an entry. */
function entered(model: HomeModel, at: At): Pressed<HomeModel> {
  const entry = chosenAt(model, at);
  switch (entry?.kind) {
    case undefined:
      return { model };
    case "trouble":
      return { model, wants: [{ kind: "show", title: "What is in the way", text: entry.text }] };
    case "ready":
      if (entry.lead.enter) return taken(model, wantOf(entry.lead.enter), at);
      if (entry.lead.typed === undefined)
        return { model, wants: [{ kind: "notice", text: entry.lead.next.command }] };
      return { model: { ...model, typing: { line: emptyLine, kind: "iteration" } } };
    case "session": {
      const { session } = entry;
      if ("unreadable" in session)
        return {
          model,
          wants: [{ kind: "show", title: `${session.session} cannot be read`, text: session.unreadable }],
        };
      if (!entry.acts.includes("open"))
        return { model, wants: [{ kind: "notice", text: `${session.session} never began. d drops it.` }] };
      return { model, wants: [{ kind: "go", screen: "room", session: session.session }] };
    }
  }
}

/** A second Enter that comes at once was meant for a step that is done by now. */
const soonMs = 3_000;

function taken({ taken: last, ...model }: HomeModel, want: Want, { now }: At): Pressed<HomeModel> {
  const step = JSON.stringify(want);
  const isTwice = last?.step === step && Date.parse(now) - Date.parse(last.at) < soonMs;
  return { model: { ...model, taken: isTwice ? last : { step, at: now } }, wants: isTwice ? [] : [want] };
}

function wantOf(line: Taken): Want {
  if (line.kind === "again") return { kind: "look-again" };
  return line.kind === "shell" ? { kind: "shell", line: line.line } : { kind: "command", args: line.args };
}

/** The keys that edit the line. */
function typedAt({ typing, ...model }: HomeModel, key: Key): Pressed<HomeModel> | undefined {
  if (!typing || ["escape", "enter", "tab"].includes(key.name)) return undefined;
  const line = typedInto(typing.line, key);
  return line === typing.line ? undefined : { model: { ...model, typing: { ...typing, line } } };
}

/** A line begins new work; where git does not know the person, it says who they are. */
function sent({ typing, ...model }: HomeModel, at: At): Pressed<HomeModel> {
  if (!typing) return { model };
  const meant = afterLine(homeAt(at)?.at, textOf(typing.line), typing.kind);
  if ("unclear" in meant) return { model: { ...model, typing, notice: meant.unclear } };
  return { model: withoutNotice(model), wants: [meant.want] };
}

function withNextKind(model: HomeModel): HomeModel {
  const { typing } = model;
  if (!typing) return model;
  const kind = kinds[(kinds.indexOf(typing.kind) + 1) % kinds.length] ?? "iteration";
  return { ...model, typing: { ...typing, kind } };
}

function withoutNotice({ notice: _, ...model }: HomeModel): HomeModel {
  return model;
}

function sessionAt(model: HomeModel, at: At): string | undefined {
  const entry = chosenAt(model, at);
  return entry?.kind === "session" ? entry.session.session : undefined;
}

function has(model: HomeModel, at: At, wanted: HomeAct): boolean {
  const entry = chosenAt(model, at);
  return entry?.kind === "session" && entry.acts.includes(wanted);
}

function canBegin(at: At): boolean {
  return beginning(homeAt(at)?.at);
}

/** What would be removed has been read, so the person sees it. */
function isLookedAt(session: string, at: At): boolean {
  return at.read({ kind: "drop-plan", session }).kind === "there";
}

function choose(by: number) {
  return (model: HomeModel, at: At): Pressed<HomeModel> => {
    const entries = entriesAt(at);
    return {
      model: { ...withoutNotice(model), chosen: placeIn(placeIn(model.chosen, entries) + by, entries) },
    };
  };
}
