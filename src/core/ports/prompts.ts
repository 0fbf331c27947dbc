/** Words from files: rules per phase and role, and what the project says about itself. */
export interface Prompts {
  /** An unknown name is a fault. */
  read(name: string): Promise<string>;
  /** Holds values to a schema that a project tightened. What it finds missing is worded for a model; empty: it fits. */
  holdTo(schema: unknown): Promise<(value: unknown) => readonly string[]>;
  /** The project's own instructions to whoever works on its code, as they stood at this commit. */
  instructions(commit: string): Promise<Instructions | undefined>;
}

/** A project's AGENTS.md, else its CLAUDE.md; or why it is not used. */
export type Instructions =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly refused: string };
