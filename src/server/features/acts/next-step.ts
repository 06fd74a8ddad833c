import type { ActKind } from "#shared/acts/act-messages.ts";
import type { NextAct } from "#shared/acts/acts.ts";
import { weekdayMoment } from "#shared/london-time.ts";

export interface Next {
  text: string;
  act: NextAct["act"];
  by: Date | null;
  waits_for: NextAct["waits_for"];
  exit_id: null;
  /** The list that somebody else signs second. */
  seconds?: ActKind;
}

/** Nothing is left to do, and nothing comes by itself. */
export const dealOver = "This deal is over.";

/** What its reader does, and where there is no act what nobody has to do anything about. */
export const step = (text: string, act: Next["act"] = null, by: Date | null = null): Next => ({
  text,
  act,
  by,
  waits_for: act ? "reader" : null,
  exit_id: null,
});

export const forOthers = (text: string, by: Date | null = null): Next => ({
  ...step(text, null, by),
  waits_for: "others",
});

export const forTime = (text: string, by: Date | null = null): Next => ({ ...step(text, null, by), waits_for: "time" });

export const bySecond = (seconds: ActKind, next: Next): Next => ({ ...next, seconds });

export const dayBefore = (at: Date): Date => new Date(at.getTime() - 24 * 60 * 60 * 1000);

export const moment = (at: Date | null): string => (at ? weekdayMoment(at) : "a day that is not set");
