import type { Key } from "../line/keys.ts";
import { lineOf, textOf, typed as typedInto } from "../line/line-editor.ts";
import type { At, KeyUse, Pressed, Screen } from "../screen/screen.ts";
import type { Want } from "../screen/want.ts";
import type { Setting } from "./setting-list.ts";
import { settingsFrame } from "./settings-frame.ts";
import { chosenAt, filesAt, picksFor, type SettingsModel, sectionsAt, settingsAt } from "./settings-model.ts";
import { removalOf, typedForm, typedSetting } from "./typed-setting.ts";

/** The repository's file and the person's own, setting by setting. */
export const settingsScreen: Screen<SettingsModel> = {
  title: "Settings",
  begin: { chosen: 0 },
  isTyping: ({ typing }) => typing !== undefined,
  typed: typedAt,
  rows: settingsFrame,
  keys: [
    { keys: ["up", "'k'"], does: "one setting further up", when: notTyping, press: choose(-1) },
    { keys: ["down", "'j'"], does: "one setting further down", when: notTyping, press: choose(1) },
    { keys: ["page-up"], does: "ten settings further up", when: notTyping, press: choose(-10) },
    { keys: ["page-down", "' '"], does: "ten settings further down", when: notTyping, press: choose(10) },
    {
      keys: ["home", "oldest"],
      does: "to the first setting",
      when: notTyping,
      press: choose(Number.NEGATIVE_INFINITY),
    },
    {
      keys: ["end", "newest"],
      does: "to the last setting",
      when: notTyping,
      press: choose(Number.POSITIVE_INFINITY),
    },
    { keys: ["tab"], does: "to the next subject", hint: "next subject", when: isFree, press: nextSubject },
    {
      keys: ["enter"],
      does: "changes the setting: choose a value, or type it",
      hint: "change",
      when: (model, at) => isFree(model) && isChangeable(chosenAt(model, at)),
      press: begun,
    },
    {
      keys: ["enter"],
      does: "takes the value that is marked",
      hint: "take it",
      when: ({ picking }) => picking !== undefined,
      press: picked,
    },
    {
      keys: ["'t'"],
      does: "types a value that is not in the list",
      hint: "type it",
      when: ({ picking }) => picking !== undefined,
      press: ({ picking, ...model }) => ({
        model: picking
          ? {
              ...model,
              typing: {
                line: lineOf(typedForm(picking.setting.value)),
                setting: picking.setting,
                seen: picking.seen,
              },
            }
          : model,
      }),
    },
    {
      keys: ["delete", "'x'"],
      does: "takes the setting away, when pressed twice",
      hint: "take away",
      when: (model, at) => isFree(model) && isSet(chosenAt(model, at)),
      press: removed,
    },
    {
      keys: ["enter"],
      does: "writes what you have typed",
      hint: "write",
      when: ({ typing }) => typing !== undefined,
      press: sent,
    },
    {
      keys: ["escape"],
      does: "leaves the setting as it is",
      hint: "leave it",
      when: ({ typing, picking, removing }) =>
        typing !== undefined || picking !== undefined || removing !== undefined,
      press: ({ chosen }) => ({ model: { chosen } }),
    },
  ] satisfies readonly KeyUse<SettingsModel>[],
};

function notTyping({ typing }: SettingsModel): boolean {
  return typing === undefined;
}

function isFree({ picking, typing }: SettingsModel): boolean {
  return picking === undefined && typing === undefined;
}

function isChangeable(setting: Setting | undefined): boolean {
  return setting !== undefined && setting.kind !== "unknown" && setting.shape.kind !== "secret";
}

function isSet(setting: Setting | undefined): boolean {
  return setting?.value !== undefined;
}

/** The mark of the file that a setting stands in, as the person sees it now. */
function seenOf({ place }: Setting, at: At): string {
  return filesAt(at).find((file) => file.place === place)?.mark ?? "";
}

function choose(by: number) {
  return (model: SettingsModel, at: At): Pressed<SettingsModel> => {
    const { picking } = model;
    if (picking) {
      const last = picksFor(picking.setting, at).length - 1;
      return { model: { ...model, picking: { ...picking, at: within(picking.at + by, last) } } };
    }
    return { model: { chosen: within(model.chosen + by, settingsAt(at).length - 1) } };
  };
}

function within(value: number, last: number): number {
  return Math.max(0, Math.min(value, last));
}

function nextSubject({ chosen }: SettingsModel, at: At): Pressed<SettingsModel> {
  let start = 0;
  for (const { settings } of sectionsAt(at)) {
    if (start > chosen) return { model: { chosen: start } };
    start += settings.length;
  }
  return { model: { chosen: 0 } };
}

function begun(model: SettingsModel, at: At): Pressed<SettingsModel> {
  const setting = chosenAt(model, at);
  if (!setting) return { model };
  const seen = seenOf(setting, at);
  const picks = picksFor(setting, at);
  const { chosen } = model;
  if (picks.length === 0)
    return { model: { chosen, typing: { line: lineOf(typedForm(setting.value)), setting, seen } } };
  const now = picks.findIndex(({ value }) => value === typedForm(setting.value));
  return { model: { chosen, picking: { at: Math.max(0, now), setting, seen } } };
}

function picked({ chosen, picking }: SettingsModel, at: At): Pressed<SettingsModel> {
  const pick = picking && picksFor(picking.setting, at)[picking.at];
  if (!picking || !pick) return { model: { chosen } };
  return changedTo({ chosen }, picking.setting, pick.value, picking.seen);
}

function changedTo(
  model: SettingsModel,
  setting: Setting,
  text: string,
  seen: string,
): Pressed<SettingsModel> & { readonly wrong?: string } {
  const wanted = typedSetting(setting, text);
  if ("wrong" in wanted) return { model, wrong: wanted.wrong };
  const want: Want = { kind: "set", change: { place: setting.place, ...wanted, seen } };
  return { model, wants: [want] };
}

/** Pressed once, it says what would go; pressed again, that goes. */
function removed({ chosen, removing }: SettingsModel, at: At): Pressed<SettingsModel> {
  const setting = settingsAt(at)[chosen];
  const file = setting && filesAt(at).find(({ place }) => place === setting.place);
  if (!setting || !file) return { model: { chosen } };
  const { path, name } = removalOf(file.shape, setting);
  if (removing !== name) return { model: { chosen, removing: name } };
  const change = { place: setting.place, path, value: undefined, seen: file.mark };
  return { model: { chosen }, wants: [{ kind: "set", change }] };
}

/** The keys that edit the line. */
function typedAt({ typing, ...model }: SettingsModel, key: Key): Pressed<SettingsModel> | undefined {
  if (!typing || ["escape", "enter"].includes(key.name)) return undefined;
  const line = typedInto(typing.line, key);
  return line === typing.line ? undefined : { model: { ...model, typing: { ...typing, line } } };
}

function sent({ chosen, typing }: SettingsModel): Pressed<SettingsModel> {
  if (!typing) return { model: { chosen } };
  const { wrong, ...pressed } = changedTo({ chosen }, typing.setting, textOf(typing.line), typing.seen);
  return wrong === undefined ? pressed : { model: { chosen, typing, wrong } };
}
