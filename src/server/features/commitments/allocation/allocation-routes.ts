import { createRoute, z } from "@hono/zod-openapi";
import {
  allocationConfirmSchema,
  allocationInputSchema,
  allocationLineInputSchema,
  allocationLineListSchema,
  allocationLineQuerySchema,
  allocationSchema,
  ownAllocationSchema,
} from "#shared/commitments.ts";
import { openTo } from "../../../auth/guard.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter, jsonBody, responses } from "../../../platform/http/responses.ts";
import { createRouter } from "../../../router.ts";
import { hasDeal } from "../queries.ts";
import { findAllocation, listLines } from "./allocation-queries.ts";
import { changeByHand, confirmDraft, draftAllocation } from "./give-out-shares.ts";
import { readOwnAllocation } from "./read-own-allocation.ts";

const path = "/deals/{id}/allocation";

const draft = createRoute({
  method: "post",
  path,
  summary: "Work out who gets how many shares, in place of an earlier draft",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(allocationInputSchema) },
  responses: responses(
    201,
    allocationSchema,
    "The draft; 409 deal_not_open while commitments are open, terms_changed while members answer, no_commitments, and allocation_final once confirmed",
  ),
});

const read = createRoute({
  method: "get",
  path,
  summary: "The draft, or what was confirmed, with its sums",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, allocationSchema.nullable(), "The allocation; null before there is one"),
});

const lines = createRoute({
  method: "get",
  path: `${path}/lines`,
  summary: "Who gets how many shares, by their places",
  ...openTo("admin"),
  request: { params: idParameter, query: allocationLineQuerySchema },
  responses: responses(200, allocationLineListSchema, "The lines; 404 before there is an allocation"),
});

const change = createRoute({
  method: "put",
  path: `${path}/lines/{commitment_id}`,
  summary: "Change a line of the draft by hand, with a reason that every participant reads; 0 is the waiting list",
  ...openTo("admin"),
  request: { params: idParameter.extend({ commitment_id: z.uuid() }), body: jsonBody(allocationLineInputSchema) },
  responses: responses(
    200,
    allocationSchema,
    "The draft; 409 revision_conflict with the present one after another change, allocation_final once confirmed",
  ),
});

const confirm = createRoute({
  method: "post",
  path: `${path}/confirm`,
  summary:
    "Confirm what another admin worked out and tell everybody; the only admin can confirm their own after 24 hours",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(allocationConfirmSchema) },
  responses: responses(
    200,
    allocationSchema,
    "The allocation; 403 second_person_required for who worked it out, changed it or is a member of the deal, 409 version_stale when commitments have changed since, 422 below_minimum below the club's",
  ),
});

const readOwn = createRoute({
  method: "get",
  path: "/commitments/{id}/allocation",
  summary: "How many shares one's own commitment gets and how that number came about",
  ...openTo("member"),
  request: { params: idParameter },
  responses: responses(200, ownAllocationSchema, "The allocation; 404 before it is confirmed"),
});

export const allocationRoutes = createRouter()
  .openapi(draft, async (c) =>
    c.json(await draftAllocation(c.var, c.req.valid("param").id, c.req.valid("json").method), 201),
  )
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    const allocation = await findAllocation(db, actor, id);
    if (!allocation && !(await hasDeal(db, id))) throw notFound("deal");
    return c.json(allocation ?? null, 200);
  })
  .openapi(lines, async (c) => {
    const { dependencies, actor } = c.var;
    const found = await listLines(dependencies.readAs(actor), c.req.valid("param").id, c.req.valid("query"));
    if (!found) throw notFound("allocation");
    return c.json(found, 200);
  })
  .openapi(change, async (c) => c.json(await changeByHand(c.var, c.req.valid("param"), c.req.valid("json")), 200))
  .openapi(confirm, async (c) =>
    c.json(await confirmDraft(c.var, c.req.valid("param").id, new Date(c.req.valid("json").expected_version)), 200),
  )
  .openapi(readOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const own = await readOwnAllocation(dependencies.readAs(actor), actor, c.req.valid("param").id);
    if (!own) throw notFound("allocation");
    return c.json(own, 200);
  });
