import type { State } from "../../core/state/state.ts";
import { defaultWaitMs } from "../../core/terms/defaults.ts";
import {
  type FileSettings,
  isRehearsal,
  type Policy,
  type Seat,
  type SeatModel,
} from "../../core/terms/policy.ts";

type Budget = NonNullable<Policy["budget"]>;
type Scope = keyof Budget;

/** What a session takes over from files that have changed. */
export interface Followed {
  /** What the files say now, to be recorded, so that the next run compares with it. */
  readonly files: FileSettings;
  /** The members whose model changes, as they are from now on. */
  readonly seats: readonly Seat[];
  readonly patch: Partial<Policy>;
}

/**
 * Models, checks, budgets and limits follow the files; members, phases and rules stay as the session was opened with
 * them. Only a difference between the files now and the files at the last read counts, so nothing that a person
 * changed in the session is undone. Undefined: the files say what they said.
 */
export function followFiles(at: State, now: FileSettings): Followed | undefined {
  const { session } = at;
  if (isRehearsal(session.seats)) return undefined;
  const last = session.files ?? lastOf(at, now);
  const files = { ...now, models: { ...last.models, ...usable(now.models) } };
  if (isSame(files, session.files)) return undefined;
  return { files, seats: changedSeats(session.seats, last, files), patch: patchOf(at, last, files) };
}

/**
 * Whether the project's file said something about how work is done that leaving it out altogether would take back. A
 * checkout without the file, such as another worktree, says nothing: nobody has taken the checks away.
 */
export function saidMore(at: State, now: FileSettings): boolean {
  const last = at.session.files ?? lastOf(at, now);
  return !isSame(ofProject(last), ofProject(now));
}

/** Without what the person's own settings decide as well. */
function ofProject({ models: _m, budget: _b, wait: _w, permits: _p, ...rest }: FileSettings): unknown {
  return rest;
}

/** An older version did not record what the files said. It changed neither models nor checks within a session. */
function lastOf({ session: { seats, policy } }: State, now: FileSettings): FileSettings {
  const models = seats.map((seat): [string, SeatModel] => [seat.id, modelOf(seat)]);
  return { ...now, models: Object.fromEntries(models), checks: policy.checks };
}

/** A name that stands for no model replaces none. */
function usable(models: FileSettings["models"]): FileSettings["models"] {
  return Object.fromEntries(Object.entries(models).filter(([, { model }]) => model.includes("/")));
}

function changedSeats(seats: readonly Seat[], last: FileSettings, now: FileSettings): readonly Seat[] {
  return seats.flatMap((seat) => {
    const is = now.models[seat.id];
    const changed = is && followed(seat, last.models[seat.id] ?? is, is);
    return changed && !isSame(changed, seat) ? [changed] : [];
  });
}

/** Field by field: another model does not undo how a person wants this member to see the talk. */
function followed(seat: Seat, was: SeatModel, is: SeatModel): Seat {
  const { textOnly, rendering, ...rest } = seat;
  const now = {
    textOnly: was.textOnly === is.textOnly ? textOnly : is.textOnly,
    rendering: was.rendering === is.rendering ? rendering : is.rendering,
  };
  return {
    ...rest,
    model: was.model === is.model ? seat.model : is.model,
    ...(now.textOnly && { textOnly: true }),
    ...(now.rendering !== undefined && { rendering: now.rendering }),
  };
}

function modelOf({ model, textOnly, rendering }: Seat): SeatModel {
  return { model, ...(textOnly && { textOnly }), ...(rendering !== undefined && { rendering }) };
}

function patchOf(at: State, last: FileSettings, now: FileSettings): Partial<Policy> {
  const { policy } = at.session;
  const budget = budgetOf(at, last, now);
  return {
    ...changed("checks", policy, last, now),
    ...setupOf(policy, last, now),
    ...changed("commands", policy, last, now),
    ...writeOf(policy, last, now),
    ...given("permits", [], policy, last, now),
    ...given("wait", defaultWaitMs, policy, last, now),
    ...changed("parallel", policy, last, now),
    // An older session, or a rehearsal, goes on without.
    ...(last.planning && changed("planning", policy, last, now)),
    ...changed("review", policy, last, now),
    ...given("stops", "none", policy, last, now),
    ...changed("turns", policy, last, now),
    ...changed("output", policy, last, now),
    ...turnsOf(policy, last, now),
    ...(budget && { budget }),
  };
}

function changed<K extends "checks" | "commands" | "parallel" | "planning" | "review" | "turns" | "output">(
  key: K,
  policy: Policy,
  last: FileSettings,
  now: FileSettings,
): Partial<Policy> {
  const value = now[key];
  return isSame(last[key], value) || isSame(policy[key], value) ? {} : { [key]: value };
}

/** A patch can take a set-up away, too. */
function setupOf(policy: Policy, last: FileSettings, now: FileSettings): Partial<Policy> {
  const setup = now.setup ?? null;
  return isSame(last.setup ?? null, setup) || isSame(policy.setup ?? null, setup) ? {} : { setup };
}

/** A field that is gone from the files is set to what leaving it out means: a patch cannot take a field away. */
function given<K extends "write" | "permits" | "wait" | "stops">(
  key: K,
  none: NonNullable<Policy[K]>,
  policy: Policy,
  last: FileSettings,
  now: FileSettings,
): Partial<Policy> {
  const value = now[key] ?? none;
  return isSame(last[key] ?? none, value) || isSame(policy[key] ?? none, value) ? {} : { [key]: value };
}

/** The folder that a person opened the session for stays. */
function writeOf(policy: Policy, last: FileSettings, now: FileSettings): Partial<Policy> {
  const { write } = given("write", {}, policy, last, now);
  const within = policy.write?.within;
  if (!write) return {};
  return { write: within === undefined ? write : { ...write, within } };
}

/** The files do not know all phases: what a grooming was opened with stays. */
function turnsOf(policy: Policy, last: FileSettings, now: FileSettings): Partial<Policy> {
  if (isSame(last.turnsIn, now.turnsIn)) return {};
  const gone = Object.keys(last.turnsIn ?? {});
  const own = Object.entries(policy.turnsIn ?? {}).filter(([phase]) => !gone.includes(phase));
  return { turnsIn: { ...Object.fromEntries(own), ...now.turnsIn } };
}

/** A budget that a person set or raised for this session stays. */
function budgetOf(at: State, last: FileSettings, now: FileSettings): Budget | undefined {
  const before = at.session.policy.budget;
  const scopes: readonly Scope[] = ["session", "task", "seat"];
  const follows = scopes.filter(
    (scope) =>
      !isSame(last.budget?.[scope], now.budget?.[scope]) &&
      isSame(before?.[scope], last.budget?.[scope]) &&
      !Object.keys(at.grants).some((key) => key.split(":")[0] === scope),
  );
  if (follows.length === 0) return undefined;
  const caps = scopes.map(
    (scope) => [scope, (follows.includes(scope) ? now.budget : before)?.[scope]] as const,
  );
  return Object.fromEntries(caps.filter(([, cap]) => cap !== undefined));
}

/** Whether two settings say the same, in whatever order. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]),
  );
}
