import { boardScreen } from "../board/board-screen.ts";
import { homeScreen } from "../home/home-screen.ts";
import { inboxScreen } from "../inbox/screen/inbox-screen.ts";
import { costScreen } from "../pages/cost-screen.ts";
import { decisionsScreen } from "../pages/decisions-screen.ts";
import { traceScreen } from "../pages/trace-screen.ts";
import { reviewScreen } from "../review/review-screen.ts";
import { roomScreen } from "../room/room-screen.ts";
import { type OnScreen, onScreen } from "../screen/on-screen.ts";
import type { ScreenName } from "../screen/screen-names.ts";
import { settingsScreen } from "../settings/settings-screen.ts";

/** The screens that there are. One that is missing has no key and no place in the bar. */
export type Screens = Readonly<Partial<Record<ScreenName, OnScreen>>> & { readonly home: OnScreen };

/** Each screen as it is before anything was pressed. A new screen is added here. */
export function freshScreens(): Screens {
  return {
    home: onScreen(homeScreen),
    room: onScreen(roomScreen),
    board: onScreen(boardScreen),
    inbox: onScreen(inboxScreen),
    decisions: onScreen(decisionsScreen),
    trace: onScreen(traceScreen),
    cost: onScreen(costScreen),
    settings: onScreen(settingsScreen),
    review: onScreen(reviewScreen),
  };
}
