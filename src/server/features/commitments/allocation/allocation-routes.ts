import { z } from "@hono/zod-openapi";
import {
  allocationConfirmSchema,
  allocationInputSchema,
  allocationLineInputSchema,
  allocationLineListSchema,
  allocationLineQuerySchema,
  allocationSchema,
  ownAllocationSchema,
} from "#shared/commitments/commitments.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { hasDeal } from "../queries.ts";
import { findAllocation, listLines } from "./allocation-queries.ts";
import { changeByHand, confirmDraft, draftAllocation } from "./give-out-shares.ts";
import { readOwnAllocation } from "./read-own-allocation.ts";

const route = routesOf("Commitments");

const draft = route("post", "/deals/{id}/allocation", {
  name: "proposeAllocation",
  summary: "Work out who gets how many shares, in place of an earlier draft",
  audience: "admin",
  params: idParameter,
  body: allocationInputSchema,
  status: 201,
  answer: allocationSchema,
  refuses: ["allocation_final", "deal_not_open", "no_commitments", "terms_changed"],
});

const read = route("get", "/deals/{id}/allocation", {
  name: "getAllocation",
  summary: "The draft, or what was confirmed, with its sums",
  audience: "admin",
  params: idParameter,
  answer: allocationSchema.nullable(),
});

const lines = route("get", "/deals/{id}/allocation/lines", {
  name: "listAllocationLines",
  summary: "Who gets how many shares, by their places",
  audience: "admin",
  params: idParameter,
  query: allocationLineQuerySchema,
  answer: allocationLineListSchema,
});

const change = route("put", "/deals/{id}/allocation/lines/{commitment_id}", {
  name: "changeAllocationLine",
  summary: "Change a line of the draft by hand, with a reason that every participant reads; 0 is the waiting list",
  audience: "admin",
  params: idParameter.extend({ commitment_id: z.uuid() }),
  body: allocationLineInputSchema,
  answer: allocationSchema,
  refuses: ["allocation_final", "revision_conflict"],
});

const confirm = route("post", "/deals/{id}/allocation/confirm", {
  name: "confirmAllocation",
  summary:
    "Confirm what another admin worked out and tell everybody; the only admin can confirm their own after 24 hours",
  audience: "admin",
  params: idParameter,
  body: allocationConfirmSchema,
  answer: allocationSchema,
  refuses: ["second_person_required", "allocation_final", "revision_conflict", "version_stale", "below_minimum"],
});

const readOwn = route("get", "/commitments/{id}/allocation", {
  name: "getOwnAllocation",
  summary: "How many shares one's own commitment gets and how that number came about",
  audience: "member",
  params: idParameter,
  answer: ownAllocationSchema,
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
