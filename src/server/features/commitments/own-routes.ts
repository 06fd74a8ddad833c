import { createRoute } from "@hono/zod-openapi";
import { ownCommitmentListSchema, ownCommitmentSchema } from "#shared/commitments.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { openTo } from "../../auth/guard.ts";
import { idParameter, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { getOwnCommitment, toListed } from "./own-commitment.ts";
import { listOwnCommitments } from "./queries.ts";

const list = createRoute({
  method: "get",
  path: "/commitments/me",
  summary: "One's own commitments, latest first; a statement is not asked for",
  ...openTo("member"),
  request: { query: pageQuerySchema },
  responses: responses(200, ownCommitmentListSchema, "A page of them"),
});

const read = createRoute({
  method: "get",
  path: "/commitments/{id}",
  summary: "One's own commitment, and all that happened to it",
  ...openTo("member"),
  request: { params: idParameter },
  responses: responses(200, ownCommitmentSchema, "The commitment"),
});

export const ownCommitmentRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { items, next_cursor } = await listOwnCommitments(dependencies.readAs(actor), c.req.valid("query"));
    return c.json({ items: items.map(toListed), next_cursor }, 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getOwnCommitment(dependencies.readAs(actor), c.var, c.req.valid("param").id), 200);
  });
