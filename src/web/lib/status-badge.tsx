import type { MembershipStatus } from "#shared/session.ts";
import { Badge } from "#web/ui/badge.tsx";

/** What became of a submission or of a membership request. */
export function StatusBadge({ status }: { status: MembershipStatus }) {
  if (status === "pending") return <Badge tone="waiting">Pending</Badge>;
  return status === "approved" ? <Badge tone="live">Approved</Badge> : <Badge tone="refused">Rejected</Badge>;
}
