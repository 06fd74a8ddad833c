import { z } from "zod";
import { listOf, momentSchema } from "./lists.ts";
import { submissionSchema } from "./member-profile-submissions.ts";
import { memberProfileSchema } from "./member-profiles.ts";

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

/** Stands for somebody who decided and has left since. */
export const formerAdmin = "a former admin";
/** Stands for the admin who reads it. */
export const yourself = "you";

export const reviewWords = {
  submitted: "Submitted",
  revised: "Revised",
  approved: "Approved",
  rejected: "Rejected",
  changed: "Changed",
  liveProfile: "In the directory",
  submission: "Submission",
} as const;
