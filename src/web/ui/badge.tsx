import type { ReactNode } from "react";
import type { MembershipStatus } from "#shared/session.ts";

/** `over` has a hollow dot, `pine` has none. */
export type BadgeTone = "upcoming" | "over" | "live" | "waiting" | "refused" | "pine";

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

export function StatusBadge({ status }: { status: MembershipStatus }) {
  if (status === "pending") return <Badge tone="waiting">Pending</Badge>;
  return status === "approved" ? <Badge tone="live">Approved</Badge> : <Badge tone="refused">Rejected</Badge>;
}
