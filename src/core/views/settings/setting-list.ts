import type { SettingPath, SettingsFile, SettingsPlace, Shape } from "./settings-file.ts";

/** One setting that a person can look at and change. */
export interface Setting {
  readonly place: SettingsPlace;
  readonly path: SettingPath;
  /** `checks.full[0].run` */
  readonly name: string;
  readonly shape: Shape;
  /** Undefined: the file does not say. */
  readonly value: unknown;
  /** `add`: one more of a list or of a table. `group`: fields that only make sense together. */
  readonly kind: "setting" | "add" | "group" | "unknown";
}

export interface SettingSection {
  readonly title: string;
  readonly settings: readonly Setting[];
}

/** Where each field at the top of a file is shown. Those that are not named here come last. */
const sections: readonly (readonly [title: string, fields: readonly string[]])[] = [
  ["Members", ["team", "rendering"]],
  ["Models", ["models", "prices", "windows", "keys", "endpoints", "limits"]],
  ["Budgets", ["budget"]],
  ["What may be written and run", ["write", "commands"]],
  ["Checks", ["setup", "checks"]],
  ["How the team works", []],
  ["This machine", ["sandbox", "hosts", "ports", "env", "wait", "notify", "plain"]],
];
const rest = "How the team works";

/** All settings of both files by subject; in each subject, those of the repository come first. */
export function settingSections(files: readonly SettingsFile[]): readonly SettingSection[] {
  return sections
    .map(([title]) => ({
      title,
      settings: files.flatMap((file) => settingsOf(file).filter(({ path: [top] }) => titleOf(top) === title)),
    }))
    .filter(({ settings }) => settings.length > 0);
}

function titleOf(top: SettingPath[number] | undefined): string {
  return sections.find(([, fields]) => fields.includes(String(top)))?.[0] ?? rest;
}

function settingsOf({ place, shape, value }: SettingsFile): readonly Setting[] {
  return settingsIn({ place, path: [], shape, value });
}

interface Spot {
  readonly place: SettingsPlace;
  readonly path: SettingPath;
  readonly shape: Shape;
  readonly value: unknown;
}

function settingsIn(spot: Spot): readonly Setting[] {
  const { shape, value, path } = spot;
  switch (shape.kind) {
    case "group": {
      if (value === undefined && shape.required.length > 0) return [settingAt(spot, "group")];
      const fields = fieldsOf(value);
      const known = Object.entries(shape.fields).flatMap(([name, inner]) =>
        settingsIn({ ...spot, path: [...path, name], shape: inner, value: fields[name] }),
      );
      const unknown = Object.keys(fields).filter((name) => !(name in shape.fields) && name !== "$schema");
      return [
        ...known,
        ...unknown.map((name) =>
          settingAt(
            { ...spot, path: [...path, name], shape: { kind: "free" }, value: fields[name] },
            "unknown",
          ),
        ),
      ];
    }
    case "list": {
      const items = Array.isArray(value) ? value : [];
      return [
        ...items.flatMap((one, index) =>
          settingsIn({ ...spot, path: [...path, index], shape: shape.of, value: one }),
        ),
        settingAt(
          { ...spot, path: [...path, items.length], shape: withAbout(shape), value: undefined },
          "add",
        ),
      ];
    }
    case "named": {
      const entries = Object.entries(fieldsOf(value)).flatMap(([name, one]) =>
        settingsIn({ ...spot, path: [...path, name], shape: shape.of, value: one }),
      );
      return shape.of.kind === "secret" ? entries : [...entries, settingAt(spot, "add")];
    }
    default:
      return [settingAt(spot, "setting")];
  }
}

/** What a list is for is said where one is added. */
function withAbout({ of, about }: Extract<Shape, { kind: "list" }>): Shape {
  return about === undefined || of.about !== undefined ? of : { ...of, about };
}

function settingAt({ place, path, shape, value }: Spot, kind: Setting["kind"]): Setting {
  return { place, path, name: nameOf(path), shape, value, kind };
}

export function nameOf(path: SettingPath): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isFields = typeof value === "object" && value !== null && !Array.isArray(value);
  // An object of JSON has only fields with names.
  return isFields ? (value as Record<string, unknown>) : {};
}
