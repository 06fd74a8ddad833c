import type { Transaction } from "kysely";
import type { z } from "zod";
import { materialChanges } from "#shared/commitments/terms-changes.ts";
import { endedStates, dealMessages as messages } from "#shared/deals/deal-messages.ts";
import { isBelowLeast, type newTermsSchema } from "#shared/deals/deals.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { refusePast, refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { changeDeal } from "./deal-record.ts";
import { refusedField } from "./refused-field.ts";
import { findNewestTerms, insertTerms } from "./terms-queries.ts";
import { findApprovedContent } from "./version-queries.ts";

/**
 * Sets terms as a version of their own. @throws HttpError 409 once the deal is completed or cancelled, 422 where the smallest
 * commitment is below the club’s least, or what is material by definition is said not to be.
 */
export async function setTerms(
  caller: Caller,
  id: string,
  { not_material_reason, ...terms }: z.output<typeof newTermsSchema>,
) {
  const now = caller.dependencies.now();
  refuseUnlessPast("assurance_on", terms.assurance_on, now);
  refusePast("completion_expected_on", terms.completion_expected_on, now);
  const { minimum_investment_pence: least } = await caller.dependencies.readClub({ isFresh: true });
  return changeDeal(caller, async ({ tx, effects }) => {
    const { state } = await lockDeal(tx, id);
    if (endedStates.includes(state)) throw new HttpError("deal_not_open", messages.termsTooLate);
    const newest = await findNewestTerms(tx, id);
    if (isBelowLeast(terms, least, newest))
      throw refusedField("minimum_commitment_pence", messages.commitmentBelowLeast(formatPounds(least)));
    if (not_material_reason !== null) {
      const approved = await findApprovedContent(tx, id);
      const changes = approved ? materialChanges(approved, { ...approved, terms }) : [];
      const labels = changes.map(({ label }) => label).join(", ");
      if (changes.length > 0) throw refusedField("not_material_reason", messages.isMaterial(labels));
    }
    const number = (newest?.number ?? 0) + 1;
    await insertTerms(tx, terms, {
      deal_id: id,
      number,
      author_id: caller.actor.userId,
      is_material: not_material_reason === null,
      not_material_reason,
    });
    effects.audit("deal_terms_set", id, { number });
    return id;
  });
}

/** Locks the deal until the end of the transaction. @throws HttpError 404 */
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
