/** A folder of the table in the design: whom it may import, and what it may touch beyond that. */
export interface Room {
  /** other rooms; its own is always allowed */
  readonly rooms: readonly string[];
  /** packages and node: modules; "@scope/*" allows a whole scope */
  readonly outside: readonly string[];
  /** members of `process` it may use */
  readonly process?: readonly string[];
  /** globals it may use although most rooms may not */
  readonly globals?: readonly string[];
}

/**
 * Rules for one file. "everything" is the composition root. Otherwise `process` and `globals` hold instead of the room's
 * and lift what the room forbids; `outside` is allowed in addition.
 */
export type FileRule = "everything" | Partial<Pick<Room, "outside" | "process" | "globals">>;

export interface Rules {
  readonly rooms: Readonly<Record<string, Room>>;
  readonly files: Readonly<Record<string, FileRule>>;
  /** globals that are effects or surroundings: only rooms that name them may use them */
  readonly guarded: readonly string[];
  /** names that make something random, wherever they come from */
  readonly random: readonly string[];
  /** globals and members that are forbidden in one room only */
  readonly forbidden: Readonly<Record<string, readonly string[]>>;
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

export function isTest(path: string): boolean {
  return /\.test(-d)?\.tsx?$/.test(path);
}
