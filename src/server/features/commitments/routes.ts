import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import {
  type DeskCommitment,
  deskCommitmentListSchema,
  deskCommitmentQuerySchema,
  ownCommitmentListSchema,
  ownCommitmentSchema,
} from "#shared/commitments/commitments.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { costsOf, getOwnCommitment, toListed } from "./own-commitment.ts";
import { countCommitments, findAsked, hasDeal, listDeskCommitments, listOwnCommitments } from "./queries.ts";

const route = routesOf("Commitments");

const listOwn = route("get", "/commitments/me", {
  name: "listOwnCommitments",
  summary: "One's own commitments, latest first",
  audience: "member",
  query: pageQuerySchema,
  answer: ownCommitmentListSchema,
});

const readOwn = route("get", "/commitments/{id}", {
  name: "getCommitment",
  summary: "One's own commitment, and all that happened to it",
  audience: "member",
  params: idParameter,
  answer: ownCommitmentSchema,
});

const list = route("get", "/deals/{id}/commitments", {
  name: "listCommitments",
  summary: "Who has committed to a deal, by place",
  audience: "admin",
  params: idParameter,
  query: deskCommitmentQuerySchema,
  answer: deskCommitmentListSchema,
});

export const commitmentRoutes = createRouter()
  .openapi(listOwn, async (c) => {
    const { dependencies, actor } = c.var;
    const { items, next_cursor } = await listOwnCommitments(dependencies.readAs(actor), c.req.valid("query"));
    return c.json({ items: items.map(toListed), next_cursor }, 200);
  })
  .openapi(readOwn, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getOwnCommitment(dependencies.readAs(actor), c.var, c.req.valid("param").id), 200);
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const db = dependencies.readAs(actor);
    if (!(await hasDeal(db, id))) throw notFound("deal");
    const { items, next_cursor } = await listDeskCommitments(db, id, c.req.valid("query"));
    const rows = await countCommitments(db, id);
    const asked = await findAsked(db, id);
    const counts = Object.fromEntries(
      commitmentStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]),
    ) as Record<DeskCommitment["state"], number>;
    return c.json(
      {
        items: items.map(toDesk),
        next_cursor,
        counts,
        asked_shares: asked?.shares ?? 0,
        asked_pence: asked?.pence ?? 0,
      },
      200,
    );
  });

function toDesk(row: Awaited<ReturnType<typeof listDeskCommitments>>["items"][number]): DeskCommitment {
  const {
    deal_id: _deal,
    price: _price,
    allocated_shares: _shares,
    state_since,
    placed_at,
    reconsent_until,
    ...rest
  } = row;
  return {
    ...rest,
    ...costsOf(row),
    state_since: state_since.toISOString(),
    placed_at: placed_at.toISOString(),
    reconsent_until: reconsent_until?.toISOString() ?? null,
  };
}
