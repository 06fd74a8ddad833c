import { type Kysely, sql, type Transaction } from "kysely";
import type { DealContent } from "#shared/deals/deals.ts";
import { hasSampleMark, sampleWordingMessages } from "#shared/settings/sample-wording.ts";
import type { RequestContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { followTerms } from "../commitments/follow-terms.ts";
import { listSampleWords } from "../settings/club-settings.ts";
import { findReleaseMailing } from "./mailing-queries.ts";
import { findApprovedContent } from "./version-queries.ts";

interface Writing {
  tx: Transaction<DB>;
  effects: Effects;
}

const hour = 60 * 60 * 1000;
/** Answers of one hour come in one mail. */
const nextHour = (now: Date) => new Date((Math.floor(now.getTime() / hour) + 1) * hour);

interface Approving {
  dealId: string;
  versionId: string;
  /** This person signed the offer last. */
  by: string | null;
  ticks: readonly string[];
  now: Date;
}

/**
 * Approves the version as its offer is signed: members are shown it from now on. Those who committed under other terms are asked
 * again.
 */
export async function approveVersion({ tx, effects }: Writing, { dealId, versionId, by, ticks, now }: Approving) {
  const before = await findApprovedContent(tx, dealId);
  await sql`select approve_deal_version(${versionId}, ${by}, ${ticks}::text[])`.execute(tx);
  const after = await findApprovedContent(tx, dealId);
  const version = await tx
    .selectFrom("deal_versions")
    .select(["number", "page_sha256 as sha256", "author_id"])
    .where("id", "=", versionId)
    .executeTakeFirstOrThrow();
  const { author_id, ...facts } = version;
  effects.audit("deal_version_approved", dealId, { ...facts, ...(by === author_id && { alone: true }) }, by);
  if (before && after) await followTerms({ tx, effects }, { dealId, versionId, before, after });
  if (after && after.answers.length > 0) effects.schedule("deal-answers", {}, nextHour(now));
}

/** Whether deals are on, and neither the settings nor what was approved have words of the sample. */
export async function mayShow(
  tx: Kysely<DB>,
  context: Pick<RequestContext, "isSampleClub">,
  dealId: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_enabled: boolean }>`
    select (deal_settings() ->> 'is_enabled')::boolean as is_enabled`.execute(tx);
  const content = await findApprovedContent(tx, dealId);
  return (
    rows[0]?.is_enabled === true && content !== undefined && (await sampleWordingOf(tx, context, content)) === undefined
  );
}

export async function releaseDeal(
  { tx, effects }: Writing,
  { dealId, now }: { dealId: string; now: Date },
): Promise<void> {
  await sql`select release_deal(${dealId})`.execute(tx);
  effects.audit("deal_released", dealId);
  effects.publish("deal.released", { deal_id: dealId });
  effects.schedule("deal-answers", {}, nextHour(now));
  const mailing_id = await findReleaseMailing(tx, dealId);
  if (mailing_id) effects.schedule("deal-mails", { mailing_id }, now);
}

/** @throws HttpError 409 `sample_wording` in a real club whose settings, or this version, still have the sample's words. */
export async function assertOwnWording(
  db: Kysely<DB>,
  context: Pick<RequestContext, "isSampleClub">,
  content: Pick<DealContent, "warnings">,
): Promise<void> {
  const message = await sampleWordingOf(db, context, content);
  if (message) throw new HttpError("sample_wording", message);
}

async function sampleWordingOf(
  db: Kysely<DB>,
  { isSampleClub }: Pick<RequestContext, "isSampleClub">,
  { warnings }: Pick<DealContent, "warnings">,
): Promise<string | undefined> {
  if (isSampleClub) return undefined;
  const words = await listSampleWords(db);
  if (words.length > 0) return sampleWordingMessages.parts(words);
  return hasSampleMark(warnings) ? sampleWordingMessages.version : undefined;
}
