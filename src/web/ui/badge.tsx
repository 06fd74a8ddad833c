import type { ReactNode } from "react";

/** The word always says the state; the tone only agrees with it. `over` has a hollow dot, `pine` has none. */
export type BadgeTone = "upcoming" | "over" | "live" | "waiting" | "refused" | "pine";

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
