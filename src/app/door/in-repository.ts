import { assertNever } from "../../core/assert-never.ts";
import type { Doing, InRepository } from "../../core/views/screen/want.ts";
import type { Project } from "../project.ts";
import { changeSetting } from "../settings/change-setting.ts";
import { settleItem } from "../settle-item.ts";
import { beginWork } from "./begin-work.ts";
import type { Performed } from "./door.ts";
import type { Hands } from "./hands.ts";
import { promoteGrooming } from "./promote-grooming.ts";
import { refusedFor } from "./why.ts";

export function isInRepository(doing: Doing): doing is InRepository {
  return ["begin", "promote", "settle", "set", "shell", "look-again"].includes(doing.kind);
}

/** Does what needs no open session. What went wrong comes back as words. */
export async function inRepository(
  project: () => Promise<Project>,
  hands: Hands,
  doing: InRepository,
): Promise<Performed> {
  try {
    switch (doing.kind) {
      case "begin":
        return await beginWork(await project(), hands, doing);
      case "promote":
        return await promoteGrooming(await project(), hands, doing.grooming);
      case "settle":
        await settleItem(await project(), doing.from, doing.seen, doing.decided);
        return { kind: "done", says: `Answered ${doing.seen.id} of ${doing.from}.` };
      case "set": {
        const file = await changeSetting(await project(), await hands.settings(), doing.change);
        return { kind: "done", says: `Written to ${file}. New sessions and the next run follow it.` };
      }
      case "shell": {
        const { folder, repository } = hands.around();
        return await hands.shell(doing.line, (await repository())?.top ?? folder);
      }
      case "look-again":
        return { kind: "done" };
      default:
        return assertNever(doing);
    }
  } catch (error) {
    return refusedFor(error);
  }
}
