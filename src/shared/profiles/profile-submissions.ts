import { z } from "zod";
import { givenMomentSchema, listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { textSchema } from "#shared/text.ts";
import { memberProfileSchema } from "./profiles.ts";

const submissionStatuses = ["pending", "approved", "rejected"] as const;
export const submissionStatusSchema = z.enum(submissionStatuses).meta({ id: "SubmissionStatus" });

export const submissionSchema = memberProfileSchema
  .omit({ is_visible: true })
  .extend({
    status: submissionStatusSchema,
    submitted_at: momentSchema,
    reviewed_at: momentSchema.nullable(),
    reviewed_by: z.uuid().nullable(),
    admin_notes: z.string().nullable(),
    can: z.object({ approve: z.boolean(), reject: z.boolean(), revise: z.boolean() }),
  })
  .meta({ id: "Submission" });
export type Submission = z.infer<typeof submissionSchema>;

export const approvalInputSchema = namedObject("ApprovalInput", {
  /** Optimistic lock: the version that was read. */
  submitted_at: givenMomentSchema.optional(),
});
export const rejectionInputSchema = approvalInputSchema
  .extend({ admin_notes: textSchema.nullish() })
  .meta({ id: "RejectionInput" });

const reviewEventSchema = z.object({
  kind: z.enum(["submitted", "revised", "approved", "rejected"]),
  at: momentSchema,
  /** Name or e-mail; null for a former admin. */
  by: z.string().nullable(),
});
export type ReviewEvent = z.infer<typeof reviewEventSchema>;

/** Name or e-mail; null while pending or for a former admin. */
export const reviewedSubmissionSchema = submissionSchema
  .extend({ reviewed_by_name: z.string().nullable() })
  .meta({ id: "ReviewedSubmission" });
export type ReviewedSubmission = z.infer<typeof reviewedSubmissionSchema>;

const submissionReviewSchema = reviewedSubmissionSchema.extend({
  live_profile: memberProfileSchema.nullable(),
  /** Oldest first. */
  history: z.array(reviewEventSchema),
});
export type SubmissionReview = z.infer<typeof submissionReviewSchema>;

export const submissionReviewListSchema = listOf(submissionReviewSchema).meta({ id: "SubmissionReviewList" });
