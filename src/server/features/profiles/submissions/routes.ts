import { createRoute } from "@hono/zod-openapi";
import { pageQuerySchema } from "#shared/lists.ts";
import { submissionMessages } from "#shared/profile-submission-messages.ts";
import {
  approvalInputSchema,
  rejectionInputSchema,
  reviewedSubmissionSchema,
  submissionReviewListSchema,
  submissionSchema,
  submissionStatusSchema,
} from "#shared/profile-submissions.ts";
import { submissionInputSchema } from "#shared/profiles.ts";
import { openTo, recordsReadingFor } from "../../../auth/guard.ts";
import { isUniqueViolation } from "../../../platform/db/errors.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../../platform/http/policy.ts";
import { idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { withOwnPicture } from "../profile-row.ts";
import { submissionPolicy } from "./policy.ts";
import { findSubmissionOf, insertSubmission, recordViews, reviseSubmission } from "./queries.ts";
import { listReviews, review } from "./reviews.ts";

const path = "/member-profile-submissions";

const readOwn = createRoute({
  method: "get",
  path: `${path}/me`,
  summary: "One's own submission, or null",
  ...openTo("member"),
  responses: responses(200, submissionSchema.nullable(), "The submission, or null"),
});

const submit = createRoute({
  method: "post",
  path: `${path}/me`,
  summary: "Submit a profile for review; once",
  ...openTo("member"),
  request: { body: jsonBody(submissionInputSchema) },
  responses: responses(201, submissionSchema, "The submission; 409 with code 23505 where there is one already"),
});

const revise = createRoute({
  method: "put",
  path: `${path}/me`,
  summary: "Revise a rejected submission, which makes it pending again",
  ...openTo("member"),
  request: { body: jsonBody(submissionInputSchema) },
  responses: responses(200, submissionSchema, "The submission"),
});

const list = createRoute({
  method: "get",
  path,
  summary: "All submissions, newest first; each member can see which admin was shown theirs",
  ...recordsReadingFor("admin"),
  request: { query: pageQuerySchema.extend({ status: submissionStatusSchema.optional() }) },
  responses: responses(200, submissionReviewListSchema, "A page of submissions"),
});

const approveOne = createRoute({
  method: "post",
  path: `${path}/{id}/approve`,
  summary: "Approve a pending submission and show the profile in the directory",
  ...openTo("admin"),
  request: { params: idParameter, body: { ...jsonBody(approvalInputSchema), required: false } },
  responses: responses(200, reviewedSubmissionSchema, "The submission; 409 submission_changed for a newer version"),
});

const rejectOne = createRoute({
  method: "post",
  path: `${path}/{id}/reject`,
  summary: "Reject a pending submission, with notes for the member",
  ...openTo("admin"),
  request: { params: idParameter, body: { ...jsonBody(rejectionInputSchema), required: false } },
  responses: responses(200, reviewedSubmissionSchema, "The submission; 409 submission_changed for a newer version"),
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
      if (isUniqueViolation(error)) throw new HttpError(409, "23505", submissionMessages.alreadyExists.description);
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
          throw new HttpError(409, "already_reviewed", "Only a rejected submission can be revised.");
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
