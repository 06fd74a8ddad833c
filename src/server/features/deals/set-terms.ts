import type { Transaction } from "kysely";
import { type DealState, dealMessages as messages } from "#shared/deal-messages.ts";
import type { Terms } from "#shared/deals.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { changeDeal } from "./deal-record.ts";
import { findNewestTerms, insertTerms } from "./terms-queries.ts";

const finished: readonly DealState[] = ["completed", "exited", "cancelled"];

/** As a version of their own. @throws HttpError 409 once the deal is completed or cancelled. */
export const setTerms = (caller: Caller, id: string, terms: Terms) =>
  changeDeal(caller, async ({ tx, effects }) => {
    const { state } = await lockDeal(tx, id);
    if (finished.includes(state)) throw new HttpError(409, "deal_not_open", messages.termsTooLate);
    const number = ((await findNewestTerms(tx, id))?.number ?? 0) + 1;
    await insertTerms(tx, terms, { deal_id: id, number, author_id: caller.actor.userId });
    effects.audit("deal_terms_set", id, { number });
    return id;
  });

/** Until the end of the transaction. @throws HttpError 404 */
export async function lockDeal(tx: Transaction<DB>, id: string) {
  const deal = await tx
    .selectFrom("deals")
    .select(["name", "state", "company_id"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!deal) throw notFound("deal");
  return deal;
}
