import { z } from "zod";
import { namedObject } from "#shared/named-object.ts";

/** How many wait, place by place: for their owner, for an admin, or, with invitations, for the invited. Members are told of their own alone. */
export const waitingCountsSchema = namedObject("WaitingCounts", {
  /** Commitments of one's own that wait for an answer, for money, or with freed shares on offer. */
  investments: z.int(),
  /** Rows of what waits for an admin, over all places. */
  today: z.int(),
  enquiries: z.int(),
  deals: z.int(),
  companies: z.int(),
  money: z.int(),
  /** Roles of admins that wait for a second person. */
  people: z.int(),
  membership_requests: z.int(),
  submissions: z.int(),
  statements: z.int(),
  deletion_requests: z.int(),
  introduction_reports: z.int(),
  settings: z.int(),
  /** 1 until the club is set up. */
  setup: z.int(),
  /** Unused and not expired. */
  invitations: z.int(),
  /** On the list, and waiting to be confirmed by their owners. */
  newsletter: z.int(),
});
export type WaitingCounts = z.infer<typeof waitingCountsSchema>;

const largestShownCount = 999;

/** "12", and "999+" beyond that. */
export const shownCount = (count: number): string =>
  count > largestShownCount ? `${largestShownCount}+` : String(count);
