import { reservedNames } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import { buildersOf, type CanUseTools, engineersOf, reviewerOf, type Seat } from "../../core/terms/policy.ts";

/** Refuses a team that could not do its work, with the reason. Runs when a session starts and again at each run. */
export function checkTeam(seats: readonly Seat[], canUseTools: CanUseTools): void {
  const problem =
    problemOfNames(seats.map((seat) => seat.id)) ??
    problemOfNumber(engineersOf(seats).length) ??
    seats.map((seat) => problemOfSeat(seat, canUseTools)).find((one) => one !== undefined) ??
    problemOfHands(seats, canUseTools);
  if (problem !== undefined) throw new Fault("config.invalid", problem);
}

function problemOfNames(names: readonly string[]): string | undefined {
  const reserved = names.find((name) => reservedNames.includes(name));
  if (reserved !== undefined) return `No team member may be called ${reserved}: the name is reserved.`;
  const double = names.find((name, index) => names.indexOf(name) < index);
  return double === undefined ? undefined : `Two members of the team are called ${double}.`;
}

function problemOfNumber(engineers: number): string | undefined {
  if (engineers >= 2 && engineers <= 8) return undefined;
  return `A team has two to eight engineers; this one has ${engineers}.`;
}

/**
 * A member whose model cannot use tools can only talk. That is enough for one of several engineers, not for other
 * roles.
 */
function problemOfSeat(seat: Seat, canUseTools: CanUseTools): string | undefined {
  const { id, role, model } = seat;
  if (seat.textOnly)
    return role === "engineer"
      ? undefined
      : `The ${role} needs a model that can use tools; only engineers can take part in plain text.`;
  if (canUseTools(model) !== false) return undefined;
  const found = `${id} (${role}) would use ${model}, which cannot use tools, ${foundBy(model)}`;
  if (role !== "engineer") return `${found} A ${role} needs tools: give it another model.`;
  return `${found} Give them another model, or let them take part in discussions only: "text": true in .huddle/team.json.`;
}

function problemOfHands(seats: readonly Seat[], canUseTools: CanUseTools): string | undefined {
  const builders = buildersOf(seats);
  const blamed = seats.find((seat) => seat.textOnly && canUseTools(seat.model) === false)?.model;
  const why = blamed === undefined ? "" : ` ${blamed} cannot, ${foundBy(blamed)}`;
  if (builders.length === 0)
    return `A team needs at least one engineer whose model can use tools. Without one, nothing can be built.${why}`;
  const alone = builders.find(({ id }) => reviewerOf(seats, id) === undefined);
  return (
    alone &&
    `Nobody could review what ${alone.id} builds: a team needs an architect, or a second engineer whose model can use tools.${why}`
  );
}

/** A check can be repeated: the server may have been set up better since. */
function foundBy(model: string): string {
  return `as its check found (to repeat the check: huddle model check ${model}).`;
}
