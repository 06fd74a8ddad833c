import { z } from "zod";
import { listOf, momentSchema } from "./lists.ts";
import { submissionSchema } from "./profile-submissions.ts";
import { memberProfileSchema } from "./profiles.ts";

const reviewEventSchema = z.object({
  kind: z.enum(["submitted", "revised", "approved", "rejected"]),
  at: momentSchema,
  /** The name of who did it, or their e-mail; null for somebody who has left. */
  by: z.string().nullable(),
});
export type ReviewEvent = z.infer<typeof reviewEventSchema>;

/** A submission with the name, or e-mail, of who decided; null while it is pending, and for an admin who has left. */
export const reviewedSubmissionSchema = submissionSchema.extend({ reviewed_by_name: z.string().nullable() });
export type ReviewedSubmission = z.infer<typeof reviewedSubmissionSchema>;

/** A submission as admins see it: with the profile that stands in the directory, and what happened so far. */
export const submissionReviewSchema = reviewedSubmissionSchema.extend({
  live_profile: memberProfileSchema.nullable(),
  /** Oldest first. */
  history: z.array(reviewEventSchema),
});
export type SubmissionReview = z.infer<typeof submissionReviewSchema>;

export const submissionReviewListSchema = listOf(submissionReviewSchema);

export const comparisonMessages = {
  events: { submitted: "Submitted", revised: "Revised", approved: "Approved", rejected: "Rejected" },
  field: "Field",
  changed: "Changed",
  empty: "Empty",
  liveProfile: "In the directory",
  submission: "Submission",
  nowInDirectory: (name: string) => `${name} is in the member directory now.`,
} as const;

/** What the list of submissions can be narrowed to. */
export const reviewFilters = [
  { value: "", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;
export type ReviewFilter = (typeof reviewFilters)[number]["value"];
