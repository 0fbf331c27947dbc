import { numbered, priceText } from "../choice/choice-lines.ts";
import type { TypedLine } from "../line/line-editor.ts";
import type { At } from "../screen/screen.ts";
import { type Setting, type SettingSection, settingSections } from "./setting-list.ts";
import type { SettingsFile } from "./settings-file.ts";
import { choicesOf } from "./typed-setting.ts";

/** What Settings remembers. */
export interface SettingsModel {
  readonly chosen: number;
  /** A value that is being typed. `marks`: the files as they were when the person began. */
  readonly typing?: { readonly line: TypedLine; readonly setting: Setting; readonly seen: string };
  /** A value that is being chosen from a list. */
  readonly picking?: { readonly at: number; readonly setting: Setting; readonly seen: string };
  /** The name of what would be taken away, once Delete is pressed again. */
  readonly removing?: string;
  /** Why what was typed is no value. */
  readonly wrong?: string;
}

export function filesAt(at: At): readonly SettingsFile[] {
  const seen = at.read({ kind: "settings" });
  return seen.kind === "there" ? seen.value : [];
}

export function sectionsAt(at: At): readonly SettingSection[] {
  return settingSections(filesAt(at));
}

export function settingsAt(at: At): readonly Setting[] {
  return sectionsAt(at).flatMap(({ settings }) => settings);
}

export function chosenAt({ chosen }: SettingsModel, at: At): Setting | undefined {
  return settingsAt(at)[chosen];
}

/** What can be picked for a setting: its own words, or for a model those that are here. */
export function picksFor({ shape, path, place, kind }: Setting, at: At): readonly Pick[] {
  const choices = choicesOf(shape);
  if (choices) return choices.map((value) => ({ value, about: "" }));
  const isModel = kind === "setting" && (path[0] === "models" || path.at(-1) === "model");
  if (!isModel) return [];
  const seen = at.read({ kind: "models" });
  if (seen.kind !== "there") return [];
  const roles =
    place === "project"
      ? seen.value.roles.map((value) => ({ value, about: "as the person's own settings say" }))
      : [];
  const offers = numbered(seen.value.offers).map((one) => ({ value: one.model, about: priceText(one) }));
  return [...roles, ...offers];
}

export interface Pick {
  readonly value: string;
  readonly about: string;
}
