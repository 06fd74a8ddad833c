import { sql } from "kysely";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { waits } from "../waiting-counts/what-waits.ts";
import { removeUnusedBrandFiles } from "./brand-files.ts";
import { settingMails } from "./mails.ts";
import { proposedSettingJobs } from "./propose-setting.ts";
import type { ProposedKey } from "./queries.ts";
import { brandFileRoutes, settingRoutes } from "./routes.ts";

export const routes = [settingRoutes, brandFileRoutes];
export const jobs = {
  ...proposedSettingJobs,
  "unused-brand-files": nightly(({ asOwner, now }: JobContext) =>
    asOwner(null, (tx) => removeUnusedBrandFiles(tx, now())),
  ),
};
export const mails = settingMails;
const proposalOf = (key: ProposedKey) =>
  waits(
    sql`select id, null::text, proposed_at, null::uuid from open_setting_proposals where key = ${key} and refusal is null`,
    "settings",
    settingPath(key),
  );
export const waiting = {
  deals_setting: proposalOf("deals"),
  fee_account_setting: proposalOf("fee_account"),
  terms_setting: proposalOf("terms"),
};
