import { openDoor } from "../../app/door/open-door.ts";
import type { RunTyped } from "../command-spec.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { localTimes } from "../print/local-time.ts";
import type { Wire } from "../wire/wire.ts";
import { handsFor } from "./hands-for.ts";

/** `huddle` in a terminal: the interface, until the person leaves it. */
export async function openInterfaceAct(
  wire: Wire,
  run: RunTyped,
  session: string | undefined,
): Promise<ExitCode> {
  const place = await wire.wholeScreen();
  const hands = handsFor(wire, run, place);
  const door = openDoor({
    clock: wire.clock,
    times: localTimes,
    hands,
    openProject: () => wire.openProject(),
  });
  const openInterface = await wire.loadInterface();
  const { detach } = await openInterface({
    place,
    door,
    stop: wire.stop(),
    ...(session !== undefined && { session }),
  });
  if (detach === undefined) return exitCodes.finished;
  const detached = await hands.detach(detach);
  wire.output.out(`${detached.kind === "refused" ? detached.why : (detached.says ?? "")}\n`);
  return exitCodes.finished;
}
