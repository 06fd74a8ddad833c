import { sql, type Transaction } from "kysely";
import { listAdmins } from "../../auth/list-admins.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { nightly, scheduled } from "../../platform/jobs/job.ts";
import { type DeliveryContext, deliver } from "./deliver.ts";
import { webhookMails } from "./mails.ts";
import { webhookRoutes } from "./routes.ts";
import type { WebhookSecrets } from "./webhook-secrets.ts";

export const routes = [webhookRoutes];

const keptDays = 30;
const hour = 60 * 60 * 1000;

export const webhookJobs = {
  "webhook-delivery": scheduled((context: DeliveryContext, { delivery_id }: { delivery_id: string }) =>
    deliver(context, delivery_id),
  ),
  "webhook-address-mails": scheduled(
    ({ asOwner }: DeliveryContext, { webhook_id, by }: { webhook_id: string; by: string | null }) =>
      asOwner(null, async (tx, effects) => {
        for (const user_id of await listAdmins(tx)) effects.mail("webhook-address", { user_id, webhook_id, by });
      }),
  ),
  webhooks: nightly(async ({ asOwner, now, log, webhookSecrets }: DeliveryContext) => {
    const counts = await asOwner(null, async (tx, effects) => ({
      deleted: await deleteOld(tx, now()),
      scheduled: await scheduleLost(tx, effects, now()),
      sealed: await sealAgain(tx, webhookSecrets),
    }));
    log.info(counts, "webhooks tidied up");
  }),
};

async function deleteOld(tx: Transaction<DB>, now: Date): Promise<number> {
  await tx.deleteFrom("webhook_secrets").where("ends_at", "<=", now).execute();
  const { numDeletedRows } = await tx
    .deleteFrom("webhook_deliveries")
    .where("state", "<>", "waiting")
    .where("occurred_at", "<", new Date(now.getTime() - keptDays * 24 * hour))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Schedules deliveries whose job an admin discarded or a restore left out. Those of a webhook that is switched off fail. */
async function scheduleLost(tx: Transaction<DB>, effects: Effects, now: Date): Promise<number> {
  await sql`update webhook_deliveries d set state = 'failed', next_attempt_at = null, reason = 'The webhook was switched off.'
              from webhook_endpoints e
             where e.id = d.endpoint_id and e.switched_off_at is not null and d.state = 'waiting'`.execute(tx);
  const lost = await tx
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("state", "=", "waiting")
    .where("next_attempt_at", "<", new Date(now.getTime() - hour))
    .execute();
  for (const { id } of lost) effects.schedule("webhook-delivery", { delivery_id: id }, now);
  return lost.length;
}

/** Seals secrets again that an earlier AUTH_SECRET sealed. */
async function sealAgain(tx: Transaction<DB>, secrets: WebhookSecrets): Promise<number> {
  if (secrets.earlierKeyIds.length === 0) return 0;
  const rows = await tx
    .selectFrom("webhook_secrets")
    .select(["id", "endpoint_id", "key_id", "sealed"])
    .where("key_id", "in", secrets.earlierKeyIds)
    .forUpdate()
    .execute();
  for (const { id, endpoint_id, ...sealed } of rows) {
    const opened = secrets.open(endpoint_id, sealed);
    if (!opened) continue;
    await tx.updateTable("webhook_secrets").set(secrets.seal(endpoint_id, opened)).where("id", "=", id).execute();
  }
  return rows.length;
}

export const jobs = webhookJobs;
export const mails = webhookMails;
