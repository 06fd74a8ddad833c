import type { ReactNode } from "react";
import type { MembershipStatus } from "#shared/account/session.ts";
import { classNames } from "./class-names.ts";

/** `over` has a hollow dot, `pine` has none. */
export type BadgeTone = "upcoming" | "over" | "live" | "waiting" | "refused" | "pine";

interface BadgeProps {
  tone: BadgeTone;
  /** Without a ground, as in the rows of a dense table. */
  isPlain?: boolean;
  children: ReactNode;
}

export function Badge({ tone, isPlain, children }: BadgeProps) {
  return <span className={classNames("badge", `badge-${tone}`, isPlain && "is-plain")}>{children}</span>;
}

export function StatusBadge({ status }: { status: MembershipStatus }) {
  if (status === "pending") return <Badge tone="waiting">Pending</Badge>;
  return status === "approved" ? <Badge tone="live">Approved</Badge> : <Badge tone="refused">Rejected</Badge>;
}

export const ExampleMark = () => <Badge tone="over">Example</Badge>;
