import { z } from "zod";
import { listOf, momentSchema } from "./lists.ts";
import { submissionSchema } from "./profile-submissions.ts";
import { memberProfileSchema } from "./profiles.ts";

const reviewEventSchema = z.object({
  kind: z.enum(["submitted", "revised", "approved", "rejected"]),
  at: momentSchema,
  /** Name or e-mail; null for a former admin. */
  by: z.string().nullable(),
});
export type ReviewEvent = z.infer<typeof reviewEventSchema>;

/** Name or e-mail; null while pending or for a former admin. */
export const reviewedSubmissionSchema = submissionSchema.extend({ reviewed_by_name: z.string().nullable() });
export type ReviewedSubmission = z.infer<typeof reviewedSubmissionSchema>;

const submissionReviewSchema = reviewedSubmissionSchema.extend({
  live_profile: memberProfileSchema.nullable(),
  /** Oldest first. */
  history: z.array(reviewEventSchema),
});
export type SubmissionReview = z.infer<typeof submissionReviewSchema>;

export const submissionReviewListSchema = listOf(submissionReviewSchema);
