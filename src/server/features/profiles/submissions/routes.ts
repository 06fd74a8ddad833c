import { pageQuerySchema } from "#shared/lists.ts";
import { submissionMessages } from "#shared/profiles/profile-submission-messages.ts";
import {
  approvalInputSchema,
  rejectionInputSchema,
  reviewedSubmissionSchema,
  submissionReviewListSchema,
  submissionSchema,
  submissionStatusSchema,
} from "#shared/profiles/profile-submissions.ts";
import { submissionInputSchema } from "#shared/profiles/profiles.ts";
import { isUniqueViolation } from "../../../platform/db/errors.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../../platform/http/policy.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { withOwnPicture } from "../profile-row.ts";
import { submissionPolicy } from "./policy.ts";
import { findSubmissionOf, insertSubmission, recordViews, reviseSubmission } from "./queries.ts";
import { listReviews, review } from "./reviews.ts";

const route = routesOf("Directory");

const readOwn = route("get", "/member-profile-submissions/me", {
  name: "getOwnSubmission",
  summary: "One's own submission, or null",
  audience: "member",
  answer: submissionSchema.nullable(),
});

const submit = route("post", "/member-profile-submissions/me", {
  name: "submitOwnProfile",
  summary: "Submit a profile for review; once",
  audience: "member",
  body: submissionInputSchema,
  status: 201,
  answer: submissionSchema,
  refuses: ["23505", "picture_gone"],
});

const revise = route("put", "/member-profile-submissions/me", {
  name: "reviseOwnSubmission",
  summary: "Revise a rejected submission",
  audience: "member",
  body: submissionInputSchema,
  answer: submissionSchema,
  refuses: ["not_found", "already_reviewed", "picture_gone"],
});

const list = route("get", "/member-profile-submissions", {
  name: "listSubmissions",
  summary: "All submissions",
  audience: "admin",
  recordsReading: true,
  query: pageQuerySchema.extend({ status: submissionStatusSchema.optional() }),
  answer: submissionReviewListSchema,
});

const approveOne = route("post", "/member-profile-submissions/{id}/approve", {
  name: "approveSubmission",
  summary: "Approve a pending submission and show the profile in the directory",
  audience: "admin",
  params: idParameter,
  body: approvalInputSchema,
  isBodyOptional: true,
  answer: reviewedSubmissionSchema,
  refuses: ["already_reviewed", "submission_changed"],
});

const rejectOne = route("post", "/member-profile-submissions/{id}/reject", {
  name: "rejectSubmission",
  summary: "Reject a pending submission",
  audience: "admin",
  params: idParameter,
  body: rejectionInputSchema,
  isBodyOptional: true,
  answer: reviewedSubmissionSchema,
  refuses: ["already_reviewed", "submission_changed"],
});

export const submissionRoutes = createRouter()
  .openapi(readOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const submission = await findSubmissionOf(dependencies.readAs(actor), actor.userId);
    return c.json(submission ? withCan(submissionPolicy, actor, submission) : null, 200);
  })
  .openapi(submit, async (c) => {
    const { dependencies, actor } = c.var;
    const input = c.req.valid("json");
    try {
      const submission = await withOwnPicture(() =>
        dependencies.asActor(actor, async (tx, effects) => {
          const inserted = await insertSubmission(tx, actor.userId, input);
          effects.audit("submission_created", inserted.id);
          return inserted;
        }),
      );
      return c.json(withCan(submissionPolicy, actor, submission), 201);
    } catch (error) {
      if (isUniqueViolation(error)) throw new HttpError("23505", submissionMessages.alreadyExists.description);
      throw error;
    }
  })
  .openapi(revise, async (c) => {
    const { dependencies, actor } = c.var;
    const input = c.req.valid("json");
    const submission = await withOwnPicture(() =>
      dependencies.asActor(actor, async (tx, effects) => {
        const revised = await reviseSubmission(tx, actor.userId, input);
        if (revised) effects.audit("submission_revised", revised.id);
        else if (await findSubmissionOf(tx, actor.userId)) {
          throw new HttpError("already_reviewed", "Only a rejected submission can be revised.");
        }
        return revised;
      }),
    );
    if (!submission) throw notFound("submission of yours");
    return c.json(withCan(submissionPolicy, actor, submission), 200);
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, async (tx) => {
      const reviews = await listReviews(tx, c.req.valid("query"));
      // HEAD returns no content: no view to record.
      if (c.req.method === "GET") await recordViews(tx, actor.userId, reviews.items);
      return reviews;
    });
    return c.json(pageWithCan(submissionPolicy, actor, page), 200);
  })
  .openapi(approveOne, async (c) => {
    // The body is optional.
    return c.json(await review(c.var, c.req.valid("param").id, { ...c.req.valid("json"), decision: "approved" }), 200);
  })
  .openapi(rejectOne, async (c) => {
    return c.json(await review(c.var, c.req.valid("param").id, { ...c.req.valid("json"), decision: "rejected" }), 200);
  });
