import type { MembershipRequest } from "#shared/membership-requests.ts";

/** Stays at its place until the list is opened again: the next row would come under a second press. */
export interface KeptDecision {
  request: MembershipRequest;
  /** Null when another admin was faster. */
  status: "approved" | "rejected" | null;
  /** Of its row, in pixels. */
  height: number;
  isRefused?: boolean;
}

/** Newest first, as the server lists them. */
export function withKept(requests: readonly MembershipRequest[], kept: readonly KeptDecision[]): MembershipRequest[] {
  const gone = kept.filter(({ request }) => !requests.some(({ id }) => id === request.id));
  return [...requests, ...gone.map(({ request }) => request)].sort(
    (one, other) => other.requested_at.localeCompare(one.requested_at) || other.id.localeCompare(one.id),
  );
}
