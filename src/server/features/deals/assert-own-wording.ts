import type { Kysely } from "kysely";
import type { DealContent } from "#shared/deals/deals.ts";
import { hasSampleMark, sampleWordingMessages } from "#shared/settings/sample-wording.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { listSampleWords } from "../settings/own-wording.ts";

/** @throws HttpError 409 `sample_wording` in a real club whose settings, or this version, still have the sample's words. */
export async function assertOwnWording(
  db: Kysely<DB>,
  { dependencies }: Pick<Caller, "dependencies">,
  { warnings }: Pick<DealContent, "warnings">,
): Promise<void> {
  if (dependencies.isSampleClub) return;
  const words = await listSampleWords(db);
  if (words.length > 0) throw new HttpError(409, "sample_wording", sampleWordingMessages.parts(words));
  if (hasSampleMark(warnings)) throw new HttpError(409, "sample_wording", sampleWordingMessages.version);
}
