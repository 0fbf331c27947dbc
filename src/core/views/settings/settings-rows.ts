import { type Block, windowOf } from "../page/window.ts";
import { oneLine } from "../plain-text.ts";
import type { Paint } from "../rows/theme.ts";
import { wrap } from "../rows/wrap.ts";
import { fitted, widthOf } from "../text-width.ts";
import type { Setting, SettingSection } from "./setting-list.ts";
import type { SettingsFile, Shape } from "./settings-file.ts";
import { choicesOf, typedForm } from "./typed-setting.ts";

export interface SettingsLayout {
  readonly width: number;
  readonly height: number;
  /** Counted over all sections. */
  readonly selected: number;
  readonly paint: Paint;
}

/** All settings by subject, each with the file that it stands in. */
export function settingsRows(sections: readonly SettingSection[], layout: SettingsLayout): readonly string[] {
  let count = 0;
  const blocks = sections.flatMap(({ title, settings }, section) =>
    settings.map((setting, index): Block => {
      const isSelected = count === layout.selected;
      count += 1;
      const head = index > 0 ? [] : [...(section > 0 ? [""] : []), layout.paint("bold", title)];
      return [...head, rowOf(setting, isSelected, layout)];
    }),
  );
  return windowOf(blocks, layout.selected, layout.height);
}

const whose = { project: "repository", own: "yours" } as const;

function rowOf(setting: Setting, isSelected: boolean, { width, paint }: SettingsLayout): string {
  const nameWidth = Math.max(20, Math.min(40, Math.floor(width * 0.4)));
  const place = `${whose[setting.place]}`.padEnd(11);
  const room = Math.max(1, width - nameWidth - place.length - 5);
  const name = column(`${oneLine(setting.name)}${setting.kind === "add" ? " +" : ""}`, nameWidth);
  const row = `${isSelected ? "▸" : " "} ${name} ${place} ${fitted(shownValue(setting), room)}`;
  if (isSelected) return paint("bold", row);
  return setting.value === undefined ? paint("dim", row) : row;
}

function shownValue({ value, kind, shape }: Setting): string {
  if (kind === "add") return "add one";
  if (kind === "unknown") return "unknown field; it is kept";
  if (value === undefined) return `not set${usualOf(shape)}`;
  return oneLine(typedForm(value)) || '""';
}

/** What the schema says about a value that is left out. */
function usualOf({ about = "" }: Shape): string {
  const usual = /default:? (.+)$/.exec(about)?.[1];
  return usual === undefined ? "" : `; ${oneLine(usual)}`;
}

function column(text: string, width: number): string {
  const shown = fitted(text, width);
  return shown + " ".repeat(Math.max(0, width - widthOf(shown)));
}

/** About the setting that is selected: what it is for, what can be typed, and where it would be written. */
export function aboutSetting(
  { name, shape, kind, place }: Setting,
  files: readonly SettingsFile[],
  width: number,
): readonly string[] {
  const file = files.find((one) => one.place === place)?.path ?? "";
  const choices = choicesOf(shape);
  const what = shape.about === undefined ? name : `${name}: ${shape.about}`;
  const lines = [
    kind === "unknown"
      ? `${name}: Huddle does not know this field, so a team cannot start. Delete it, or mend its name.`
      : what,
    ...(choices ? [`One of: ${choices.join(", ")}`] : []),
    `In ${file}${place === "own" ? ", for all your projects" : ", for all who work in this repository"}`,
  ];
  return lines.flatMap((line) => wrap(oneLine(line), width, 2));
}

/** What is wrong with the files, as `huddle doctor` says it. */
export function faultRows(files: readonly SettingsFile[], width: number): readonly string[] {
  return files.flatMap(({ path, faults }) =>
    faults.flatMap((fault) => wrap(`! ${oneLine(path)}, ${oneLine(fault)}`, width, 2)),
  );
}
