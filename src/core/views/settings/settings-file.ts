/** Whose file it is: the repository's, which all who work in it share, or the person's own, which no repository can set. */
export type SettingsPlace = "project" | "own";

/** From the top of a file: names of fields, and places in lists, from 0. One beyond the end of a list adds to it. */
export type SettingPath = readonly (string | number)[];

/** What a file may hold somewhere, from its schema. `about`: what it is for, in the schema's words. */
export type Shape = { readonly about?: string } & (
  | {
      readonly kind: "group";
      readonly fields: Readonly<Record<string, Shape>>;
      readonly required: readonly string[];
    }
  | { readonly kind: "list"; readonly of: Shape }
  /** Fields with names that the person chooses. */
  | { readonly kind: "named"; readonly of: Shape }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | { readonly kind: "yes-no" }
  | { readonly kind: "number" }
  | { readonly kind: "text" }
  /** A key. It is never shown. */
  | { readonly kind: "secret" }
  /** Several kinds of value fit. */
  | { readonly kind: "free" }
);

/** A settings file as it stands. */
export interface SettingsFile {
  readonly place: SettingsPlace;
  readonly path: string;
  readonly exists: boolean;
  /** All that it says, also what Huddle does not know; keys are left out. Empty where it cannot be read. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly shape: Shape;
  /** What is wrong with it, in the words of the command line. */
  readonly faults: readonly string[];
  /** Changes with every byte of the file. */
  readonly mark: string;
}

export interface SettingChange {
  readonly place: SettingsPlace;
  readonly path: SettingPath;
  /** Undefined: takes it away. */
  readonly value: unknown;
  /** The mark of the file that the person saw. */
  readonly seen: string;
}

export interface SettingsFiles {
  read(place: SettingsPlace): Promise<SettingsFile>;
  /**
   * Changes exactly this in a file, and nothing else that it says. Throws a Fault, and writes nothing, if the file is
   * another one than the person saw or if its schema does not allow the change. Returns the path of the file.
   */
  change(change: SettingChange): Promise<string>;
}
