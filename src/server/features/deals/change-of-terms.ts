import { type Kysely, sql } from "kysely";
import { type CommitmentState, endedStates } from "#shared/commitments/commitment-messages.ts";
import { materialChanges } from "#shared/commitments/terms-changes.ts";
import type { DealState } from "#shared/deals/deal-messages.ts";
import type { DealContent, DealRecord } from "#shared/deals/deals.ts";
import type { DB } from "../../platform/db/database.generated.ts";

const shownStates: readonly DealState[] = ["released", "closing"];
/** As in the database's follow_terms. */
const notAsked: readonly CommitmentState[] = [...endedStates, "completed"];

/** What the approval of the newest version does to commitments; null where its terms are not others than those that count. */
export async function readChangeOfTerms(
  db: Kysely<DB>,
  deal: { id: string; state: DealState },
  versions: readonly { id: string; terms_number: number; approved_at: Date | null }[],
  terms: readonly { terms: { number: number }; not_material_reason: string | null }[],
): Promise<DealRecord["change_of_terms"]> {
  const [newest] = versions;
  const current = versions.find(({ approved_at }) => approved_at !== null);
  if (!newest || !current || !shownStates.includes(deal.state) || newest.terms_number === current.terms_number)
    return null;
  const before = await getContent(db, current.id);
  const after = await getContent(db, newest.id);
  const { commitments } = await db
    .selectFrom("commitments")
    .select(({ fn }) => fn.countAll<number>().as("commitments"))
    .where("deal_id", "=", deal.id)
    .where("terms_id", "<>", after.terms.id)
    .where("state", "not in", notAsked)
    .executeTakeFirstOrThrow();
  return {
    version_id: newest.id,
    commitments,
    material_terms: materialChanges(before, after).map(({ label }) => label),
    not_material_reason:
      terms.find(({ terms: { number } }) => number === newest.terms_number)?.not_material_reason ?? null,
    closes_at: after.terms.closes_at,
  };
}

async function getContent(db: Kysely<DB>, versionId: string): Promise<DealContent> {
  const { content } = await db
    .selectFrom("deal_versions")
    .select(sql<DealContent>`content`.as("content"))
    .where("id", "=", versionId)
    .executeTakeFirstOrThrow();
  return content;
}
