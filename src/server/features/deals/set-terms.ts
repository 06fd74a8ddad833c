import type { Transaction } from "kysely";
import type { z } from "zod";
import { type DealState, dealMessages as messages } from "#shared/deal-messages.ts";
import type { newTermsSchema } from "#shared/deals.ts";
import { materialChanges } from "#shared/terms-changes.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { changeDeal } from "./deal-record.ts";
import { refusedField } from "./refused-field.ts";
import { findNewestTerms, insertTerms } from "./terms-queries.ts";
import { findApprovedContent } from "./version-queries.ts";

const finished: readonly DealState[] = ["completed", "exited", "cancelled"];

/**
 * As a version of their own. @throws HttpError 409 once the deal is completed or cancelled, 422 where what is material by
 * definition is said not to be.
 */
export const setTerms = (
  caller: Caller,
  id: string,
  { not_material_reason, ...terms }: z.output<typeof newTermsSchema>,
) =>
  changeDeal(caller, async ({ tx, effects }) => {
    const { state } = await lockDeal(tx, id);
    if (finished.includes(state)) throw new HttpError(409, "deal_not_open", messages.termsTooLate);
    if (not_material_reason !== null) {
      const approved = await findApprovedContent(tx, id);
      const changes = approved ? materialChanges(approved, { ...approved, terms }) : [];
      const labels = changes.map(({ label }) => label).join(", ");
      if (changes.length > 0) throw refusedField("not_material_reason", messages.isMaterial(labels));
    }
    const number = ((await findNewestTerms(tx, id))?.number ?? 0) + 1;
    await insertTerms(tx, terms, {
      ...{ deal_id: id, number, author_id: caller.actor.userId },
      ...{ is_material: not_material_reason === null, not_material_reason },
    });
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
