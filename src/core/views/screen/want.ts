import type { Answer } from "../../decide/waits/wait.ts";
import type { TaskId } from "../../terms/ids.ts";
import type { TaskComment } from "../acts/task-comment.ts";
import type { InboxItem } from "../inbox/inbox.ts";
import type { Doable } from "../line/talk-input.ts";
import type { SettingChange } from "../settings/settings-file.ts";
import type { ScreenName } from "./screen-names.ts";

/** What a key makes the interface do. Screens want; the shell moves between screens, and `app` does the rest. */
export type Want = Move | Doing;

export type Move =
  /** `session`: opens it first. `about`: what the screen should show. */
  | {
      readonly kind: "go";
      readonly screen: ScreenName;
      readonly session?: string;
      readonly about?: string;
    }
  | { readonly kind: "back" }
  | { readonly kind: "help" }
  | { readonly kind: "palette" }
  /** Closes what lies over the screen. */
  | { readonly kind: "close" }
  /** A text over the screen, to be scrolled. It need not be plain yet. */
  | { readonly kind: "show"; readonly title: string; readonly text: string }
  | { readonly kind: "notice"; readonly text: string }
  /** Asks first what becomes of a run. */
  | { readonly kind: "leave" }
  /** `detach`: a process of its own goes on with the run. */
  | { readonly kind: "end"; readonly detach: boolean };

/** What `app` does, for the open session unless it names another. */
export type Doing = { readonly session?: string } & (
  | Doable
  /** Says something about a task to its engineer. */
  | { readonly kind: "comment"; readonly task: TaskId; readonly comment: TaskComment }
  /** Runs the open session in this process, or goes on watching the process that does. */
  | { readonly kind: "run" }
  | { readonly kind: "stop" }
  | InRepository
);

/** What needs no open session. */
export type InRepository =
  /** Opens a session. Small work and groomings are run at once, as their commands do. */
  | {
      readonly kind: "begin";
      readonly what: "iteration" | "small work" | "grooming";
      readonly title: string;
    }
  /** Starts an iteration from the brief of a grooming; has the coach write one if there is none. */
  | { readonly kind: "promote"; readonly grooming: string }
  /** Settles an item of the inbox as it was shown, with an offered answer or in typed words. */
  | {
      readonly kind: "settle";
      readonly from: string;
      readonly seen: InboxItem;
      readonly decided: { readonly answer: Answer } | { readonly typed: string };
    }
  /** Changes one setting in a file. */
  | { readonly kind: "set"; readonly change: SettingChange }
  /** Finds out again what was found out before: whether a model can be asked. */
  | { readonly kind: "look-again" }
  /** A line for the shell, in the top folder: what makes a repository ready. */
  | { readonly kind: "shell"; readonly line: string };
