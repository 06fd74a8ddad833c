import { ownCommitmentListSchema, ownCommitmentSchema } from "#shared/commitments/commitments.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { getOwnCommitment, toListed } from "./own-commitment.ts";
import { listOwnCommitments } from "./queries.ts";

const route = routesOf("Commitments");

const list = route("get", "/commitments/me", {
  name: "listOwnCommitments",
  summary: "One's own commitments, latest first; a statement is not asked for",
  audience: "member",
  query: pageQuerySchema,
  answer: ownCommitmentListSchema,
});

const read = route("get", "/commitments/{id}", {
  name: "getCommitment",
  summary: "One's own commitment, and all that happened to it",
  audience: "member",
  params: idParameter,
  answer: ownCommitmentSchema,
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
