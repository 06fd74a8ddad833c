import { z } from "zod";
import { namedObject } from "#shared/named-object.ts";

/** How many records wait: for their owner, for an admin to decide on, or, with invitations, for the invited to register. Members are told of their own alone. */
export const waitingCountsSchema = namedObject("WaitingCounts", {
  /** Commitments of one's own that wait for an answer, for money, or with freed shares on offer. */
  investments: z.int(),
  submissions: z.int(),
  membership_requests: z.int(),
  /** Unused and not expired. */
  invitations: z.int(),
  deletion_requests: z.int(),
  /** Messages that members reported to the admins. */
  introduction_reports: z.int(),
  /** Questions without an answer on deals that members are shown, and what waits for a second admin: this one. */
  deal_desk: z.int(),
  /** In review. */
  statements: z.int(),
  /** On the list, and waiting to be confirmed by their owners. */
  newsletter: z.int(),
  /** 1 until the club is set up. */
  setup: z.int(),
});
export type WaitingCounts = z.infer<typeof waitingCountsSchema>;

const largestShownCount = 999;

/** "12", and "999+" beyond that. */
export const shownCount = (count: number): string =>
  count > largestShownCount ? `${largestShownCount}+` : String(count);
