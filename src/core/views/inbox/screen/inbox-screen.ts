import type { Key } from "../../line/keys.ts";
import { lineOf, textOf, typed as typedInto } from "../../line/line-editor.ts";
import type { At, KeyUse, Pressed, Screen } from "../../screen/screen.ts";
import type { Want } from "../../screen/want.ts";
import { wordsIn } from "../../typed/slash.ts";
import { inboxFrame } from "./inbox-frame.ts";
import {
  chosenAt,
  entriesAt,
  type InboxModel,
  isChosen,
  nameOf,
  none,
  offerOf,
  placeIn,
} from "./inbox-model.ts";
import type { InboxEntry } from "./inbox-rows.ts";
import { type OfferAct, offerAct } from "./offers.ts";

/** Everything that waits, over all sessions, to be decided in place. */
export const inboxScreen: Screen<InboxModel> = {
  title: "Inbox",
  begin: none,
  isTyping: ({ typing }) => typing !== undefined,
  typed: typedAt,
  rows: inboxFrame,
  arrive: (model, about) => ({ ...none, chosen: about === "" ? model.chosen : about }),
  keys: [
    { keys: ["up", "'k'"], does: "one item further up", when: isFree, press: choose(-1) },
    { keys: ["down", "'j'"], does: "one item further down", when: isFree, press: choose(1) },
    { keys: ["right", "tab", "'l'"], does: "the next way to settle it", when: waits, press: turn(1) },
    { keys: ["left", "'h'"], does: "the way before", when: waits, press: turn(-1) },
    {
      keys: ["enter"],
      does: "settles it in the marked way; you type what that needs",
      hint: "decide",
      when: waits,
      press: decided,
    },
    {
      keys: ["'w'"],
      does: "answers in your own words",
      hint: "words",
      when: waits,
      press: (model, at) => begun(model, at, ""),
    },
    {
      keys: ["'o'"],
      does: "opens the session in the Room",
      hint: "open",
      when: waits,
      press(model, at) {
        const entry = chosenAt(model, at);
        return { model, ...(entry && { wants: [{ kind: "go", screen: "room", session: entry.session }] }) };
      },
    },
    {
      keys: ["enter"],
      does: "sends what you have typed",
      hint: "send",
      when: ({ typing }) => typing !== undefined,
      press: sent,
    },
    {
      keys: ["escape"],
      does: "leaves the line",
      hint: "leave it",
      when: ({ typing }) => typing !== undefined,
      press: ({ typing: _, ...model }) => ({ model }),
    },
    {
      keys: ["page-down", "' '"],
      does: "one page down in the item",
      hint: "more",
      when: waits,
      press: scroll(1),
    },
    { keys: ["page-up"], does: "one page up in the item", when: waits, press: scroll(-1) },
  ] satisfies readonly KeyUse<InboxModel>[],
};

function isFree({ typing }: InboxModel): boolean {
  return typing === undefined;
}

function waits(model: InboxModel, at: At): boolean {
  return model.typing === undefined && chosenAt(model, at) !== undefined;
}

function choose(by: number) {
  return (model: InboxModel, at: At): Pressed<InboxModel> => {
    const entries = entriesAt(at);
    const place = Math.max(0, Math.min(placeIn(model, entries) + by, entries.length - 1));
    const entry = entries[place];
    return { model: entry ? { chosen: nameOf(entry), place, offer: 0, top: 0 } : none };
  };
}

function turn(by: number) {
  return (model: InboxModel, at: At): Pressed<InboxModel> => {
    const entry = chosenAt(model, at);
    if (!entry) return { model };
    const count = entry.item.offers.length;
    return {
      model: { ...held(model, at), offer: (offerOf(model, entry) + by + count) % Math.max(1, count) },
    };
  };
}

function scroll(by: number) {
  return (model: InboxModel, at: At): Pressed<InboxModel> => {
    const page = Math.max(1, Math.floor(at.size.rows / 3));
    return { model: { ...held(model, at), top: Math.max(0, model.top + by * page) } };
  };
}

/** The same item stays chosen, also when another one comes before it. */
function held(model: InboxModel, at: At): InboxModel {
  const entries = entriesAt(at);
  const place = placeIn(model, entries);
  const entry = entries[place];
  if (!entry) return model;
  return isChosen(model, entry)
    ? { ...model, chosen: nameOf(entry), place }
    : { chosen: nameOf(entry), place, offer: 0, top: 0 };
}

function decided(model: InboxModel, at: At): Pressed<InboxModel> {
  const entry = chosenAt(model, at);
  const offer = entry?.item.offers[offerOf(model, entry)];
  if (!entry || !offer) return { model };
  if (!isChosen(model, entry))
    return {
      model: held(model, at),
      wants: [{ kind: "notice", text: "What you had chosen is settled. Read this one; Enter decides it." }],
    };
  const act = offerAct(offer);
  if (act.kind === "type") return begun(model, at, act.begins);
  return { model: held(model, at), wants: [wantOf(entry, act)] };
}

function wantOf({ session, item }: InboxEntry, act: Exclude<OfferAct, { kind: "type" }>): Want {
  if (act.kind === "send")
    return { kind: "settle", from: session, seen: item, decided: { answer: act.answer } };
  if (/[<…]/.test(act.command))
    return {
      kind: "notice",
      text: `It needs more words. Type it in a shell: ${act.command} --session ${session}`,
    };
  const [, ...args] = wordsIn(act.command);
  return { kind: "command", args, session };
}

function begun(model: InboxModel, at: At, begins: string): Pressed<InboxModel> {
  const about = chosenAt(model, at);
  return { model: about ? { ...held(model, at), typing: { line: lineOf(begins), about } } : model };
}

/** The keys that edit the line. */
function typedAt({ typing, ...model }: InboxModel, key: Key): Pressed<InboxModel> | undefined {
  if (!typing || ["escape", "enter", "tab"].includes(key.name)) return undefined;
  const line = typedInto(typing.line, key);
  return line === typing.line ? undefined : { model: { ...model, typing: { ...typing, line } } };
}

/** Words about the item that the person saw when they began to type, whatever waits by now. */
function sent({ typing, ...model }: InboxModel): Pressed<InboxModel> {
  const words = typing ? textOf(typing.line).trim() : "";
  if (!typing || words === "") return { model: typing ? { ...model, typing } : model };
  const { session, item } = typing.about;
  return {
    model,
    wants: [{ kind: "settle", from: session, seen: item, decided: { typed: words } }],
  };
}
