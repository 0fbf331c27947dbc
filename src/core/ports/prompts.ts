/** Words from files: rules per phase and role, and the project's own instructions. */
export interface Prompts {
  /** An unknown name is a fault. */
  read(name: string): Promise<string>;
  /** Checks values against a schema that a project tightened. Its findings are worded for a model; empty: it fits. */
  holdTo(schema: unknown): Promise<(value: unknown) => readonly string[]>;
  /** The project's instructions for people and models that work on its code, as of this commit. */
  instructions(commit: string): Promise<Instructions | undefined>;
}

/** A project's AGENTS.md, else its CLAUDE.md; or why it is not used. */
export type Instructions =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly refused: string };
