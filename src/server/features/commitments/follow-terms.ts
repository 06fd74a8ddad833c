import type { Transaction } from "kysely";
import { materialChanges } from "#shared/commitments/terms-changes.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { followApproved, isMaterialByItsAuthor, listCancelled } from "./queries.ts";

interface Writing {
  tx: Transaction<DB>;
  effects: Effects;
}

interface Approved {
  dealId: string;
  versionId: string;
  before: DealContent;
  after: DealContent;
}

/** Members who committed under earlier terms are asked again, or kept if the change is not material. */
export async function followTerms(
  { tx, effects }: Writing,
  { dealId, versionId, before, after }: Approved,
): Promise<void> {
  if (before.terms.id === after.terms.id) return;
  const isMaterial = materialChanges(before, after).length > 0 || (await isMaterialByItsAuthor(tx, after.terms.id));
  const asked = await followApproved(tx, versionId, isMaterial);
  const [first] = asked;
  if (!first) return;
  for (const { commitment_id, user_id } of asked) {
    if (!user_id) continue;
    effects.mail("terms-changed", { user_id, commitment_id });
    effects.notify(user_id, "terms_changed", commitment_id);
  }
  effects.audit("commitments_asked_again", dealId, { members: asked.length, terms: after.terms.number });
  effects.schedule("terms-change-ends", { deal_id: dealId }, first.answer_until);
}

/** Everybody whose commitment its cancellation has ended. */
export async function tellOfCancelledDeal({ tx, effects }: Writing, dealId: string): Promise<void> {
  const ended = await listCancelled(tx, dealId);
  for (const { commitment_id, user_id } of ended) {
    if (!user_id) continue;
    effects.mail("commitment-ended", { user_id, commitment_id });
    effects.notify(user_id, "deal_cancelled", commitment_id);
  }
  if (ended.length > 0) effects.audit("commitments_ended", dealId, { members: ended.length });
}
