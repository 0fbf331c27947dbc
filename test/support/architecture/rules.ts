/** A folder of the table in the design: whom it may import, and what it may touch beyond that. */
export interface Room {
  /** other rooms; its own is always allowed */
  readonly rooms: readonly string[];
  /** of these folders and files it may import types alone */
  readonly types?: readonly string[];
  /** packages and node: modules; "@scope/*" allows a whole scope */
  readonly outside: readonly string[];
  /** members of `process` it may use */
  readonly process?: readonly string[];
  /** globals it may use although most rooms may not */
  readonly globals?: readonly string[];
}

/**
 * Rules for one file, or for a folder whose name ends with a slash. "everything" is the composition root. Otherwise
 * `process` and `globals` hold instead of the room's and lift what the room forbids; `outside` is allowed in addition.
 */
export type FileRule = "everything" | Partial<Pick<Room, "outside" | "process" | "globals">>;

/** The inner rooms of a room, each with those of its neighbours that it may import. */
export type InnerRooms = Readonly<Record<string, readonly string[]>>;

export interface Rules {
  readonly rooms: Readonly<Record<string, Room>>;
  /** Rooms that have inner rooms. Files directly in the room compose these and may be used by them. */
  readonly inner: Readonly<Record<string, InnerRooms>>;
  readonly sizes: Sizes;
  readonly files: Readonly<Record<string, FileRule>>;
  /** globals that are effects or surroundings: only rooms that name them may use them */
  readonly guarded: readonly string[];
  /** names that make something random, wherever they come from */
  readonly random: readonly string[];
  /** rooms whose files hold constants and nothing that changes */
  readonly withoutMemory: readonly string[];
  /** tables whose names nobody else compares with, as such a comparison would not notice a new name */
  readonly tables: readonly { readonly file: string; readonly names: readonly string[] }[];
  /** globals and members that are forbidden in one room only */
  readonly forbidden: Readonly<Record<string, readonly string[]>>;
}

/** How large something may grow before a reader looks for the second idea in it. */
export interface Sizes {
  readonly filesInRoom: number;
  readonly linesInFile: number;
  readonly linesInFunction: number;
  /** Rooms and files that are lists by nature. */
  readonly lists: readonly string[];
}

export interface Violation {
  /** file:line */
  readonly at: string;
  readonly message: string;
}

export type Report = (position: number, message: string) => void;

/** The room of a path: `src/core/views/x.ts` is in core, `web/src/x.ts` in web. */
export function roomOf(path: string): string | undefined {
  const [top, second, ...rest] = path.split("/");
  if (top === "web") return "web";
  if (top === "src" && second !== undefined && rest.length > 0) return second;
  return undefined;
}

/** The inner room of a path: `src/core/views/inbox/x.ts` is in views/inbox, `src/core/fault.ts` in none. */
export function innerRoomOf(path: string): string | undefined {
  const inner = path.split("/").slice(2, -1).join("/");
  return inner === "" ? undefined : inner;
}

export function fileRuleOf(path: string, rules: Rules): FileRule | undefined {
  const folder = `${path.slice(0, path.lastIndexOf("/"))}/`;
  return rules.files[path] ?? rules.files[folder];
}

export function isTest(path: string): boolean {
  return /\.test(-d)?\.tsx?$/.test(path);
}
