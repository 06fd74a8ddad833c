import { commitmentStates, endedStates } from "#shared/commitments/commitment-messages.ts";
import {
  type DeskCommitment,
  deskCommitmentListSchema,
  deskCommitmentQuerySchema,
} from "#shared/commitments/commitments.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { costsOf } from "./own-commitment.ts";
import { countCommitments, hasDeal, listDeskCommitments } from "./queries.ts";

const route = routesOf("Commitments");

const list = route("get", "/deals/{id}/commitments", {
  name: "listCommitments",
  summary: "Who has committed to a deal, by place, with how many there are of each state",
  audience: "admin",
  params: idParameter,
  query: deskCommitmentQuerySchema,
  answer: deskCommitmentListSchema,
});

export const deskCommitmentRoutes = createRouter().openapi(list, async (c) => {
  const { dependencies, actor } = c.var;
  const { id } = c.req.valid("param");
  const db = dependencies.readAs(actor);
  if (!(await hasDeal(db, id))) throw notFound("deal");
  const { items, next_cursor } = await listDeskCommitments(db, id, c.req.valid("query"));
  const rows = await countCommitments(db, id);
  const counting = rows.filter(({ state }) => !endedStates.includes(state));
  const counts = Object.fromEntries(
    commitmentStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]),
  ) as Record<DeskCommitment["state"], number>;
  return c.json(
    {
      items: items.map(toDesk),
      next_cursor,
      counts,
      asked_shares: counting.reduce((sum, { shares }) => sum + shares, 0),
      asked_pence: counting.reduce((sum, { pence }) => sum + pence, 0),
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
