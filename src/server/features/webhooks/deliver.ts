import { createHmac, randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { deliveryTries, failingDays } from "#shared/webhooks/webhook-messages.ts";
import { listAdmins } from "../../auth/list-admins.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AsOwner, Effects } from "../../platform/db/types.ts";
import type { GuardedSender } from "../../platform/http/send-guarded.ts";
import type { JobContext } from "../../platform/jobs/job.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import type { WebhookSecrets } from "./webhook-secrets.ts";

export interface DeliveryContext extends JobContext {
  webhookSecrets: WebhookSecrets;
  webhookSender: GuardedSender;
  metrics: Pick<Metrics, "countWebhook">;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The next try follows after these pauses: there are eight tries within 21 hours. */
const waits = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour];
/** Longer than an attempt takes: the next may begin, where the process of this one died. */
const leaseMs = 5 * minute;
/** The clocks of this process and the database may differ by this much. */
const clockSkewMs = minute;

/** Makes one attempt. A failed delivery is scheduled again, until the last attempt. */
export async function deliver(context: DeliveryContext, deliveryId: string): Promise<void> {
  const { asOwner, now, log, metrics } = context;
  const claimed = await claim(asOwner, deliveryId, now());
  if (!claimed) return;
  const outcome = await attempt(context, claimed);
  const facts = { delivery_id: deliveryId, webhook_id: claimed.endpoint_id, attempts: claimed.attempts };
  log.info({ ...facts, status: outcome.status, reason: outcome.reason }, "webhook attempt");
  metrics.countWebhook(outcome.isDelivered ? "delivered" : "failed");
  await asOwner(null, (tx, effects) => settle(tx, effects, claimed, outcome, now()));
}

interface Claimed {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  data: unknown;
  occurred_at: Date;
  attempts: number;
  url: string;
  secrets: { key_id: string; sealed: Buffer }[];
}

interface Outcome {
  isDelivered: boolean;
  status: number | null;
  answer: string | null;
  reason: string | null;
}

/** @returns undefined where it does not wait any more, or another attempt runs. */
const claim = (asOwner: AsOwner, id: string, now: Date): Promise<Claimed | undefined> =>
  asOwner(null, async (tx) => {
    const { rows } = await sql<Omit<Claimed, "secrets">>`
      update webhook_deliveries d
         set attempts = attempts + 1, last_attempt_at = ${now}, next_attempt_at = ${new Date(now.getTime() + leaseMs)}
        from webhook_endpoints e
       where d.id = ${id} and e.id = d.endpoint_id and e.switched_off_at is null
         and d.state = 'waiting' and d.next_attempt_at <= ${new Date(now.getTime() + clockSkewMs)}
      returning d.id, d.endpoint_id, d.event_id, d.event_type, d.data, d.occurred_at, d.attempts, e.url`.execute(tx);
    const [row] = rows;
    if (!row) return undefined;
    const secrets = await tx
      .selectFrom("webhook_secrets")
      .select(["key_id", "sealed"])
      .where("endpoint_id", "=", row.endpoint_id)
      .where((where) => where.or([where("ends_at", "is", null), where("ends_at", ">", now)]))
      .orderBy("created_at", "desc")
      .execute();
    return { ...row, secrets };
  });

async function attempt({ webhookSecrets, webhookSender, now }: DeliveryContext, claimed: Claimed): Promise<Outcome> {
  const { endpoint_id, event_id, event_type, data, occurred_at, url } = claimed;
  const secrets = claimed.secrets.flatMap((sealed) => webhookSecrets.open(endpoint_id, sealed) ?? []);
  const none = { isDelivered: false, status: null, answer: null };
  if (secrets.length === 0) return { ...none, reason: "The secret cannot be decrypted. Make a new one." };
  const body = JSON.stringify({ type: event_type, timestamp: occurred_at.toISOString(), data });
  const headers = {
    ...signMessage({ id: event_id, at: now(), body }, secrets),
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "user-agent": "Kindling-Webhooks/1",
  };
  try {
    const { status, text } = await webhookSender.send({ url, headers, body });
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, status, answer: text, reason: null };
  } catch (error) {
    return { ...none, reason: reasonOf(error).slice(0, 300) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "There was no answer.";
  if (error.name === "AbortError" || error.name === "TimeoutError") return "There was no answer in time.";
  return error.message || "There was no answer.";
}

const gone = 410;

async function settle(tx: Transaction<DB>, effects: Effects, claimed: Claimed, outcome: Outcome, now: Date) {
  const { id, endpoint_id, attempts } = claimed;
  const { isDelivered, ...answer } = outcome;
  const isOver = attempts >= deliveryTries || outcome.status === gone;
  const next = isDelivered || isOver ? null : new Date(now.getTime() + (waits[attempts - 1] ?? day));
  const state = isDelivered ? "delivered" : isOver ? "failed" : "waiting";
  const { numUpdatedRows } = await tx
    .updateTable("webhook_deliveries")
    .set({ state, ...answer, next_attempt_at: next })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    // Another attempt has begun, as this one took longer than its lease.
    .where("attempts", "=", attempts)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  if (next) effects.schedule("webhook-delivery", { delivery_id: id }, next);
  const failing_since = isDelivered ? null : sql<Date>`coalesce(failing_since, ${now})`;
  const endpoint = await tx
    .updateTable("webhook_endpoints")
    .set({ failing_since })
    .where("id", "=", endpoint_id)
    .returning("failing_since")
    .executeTakeFirst();
  const hasFailedLong = Number(endpoint?.failing_since ?? now) <= now.getTime() - failingDays * day;
  if (outcome.status === gone) await switchOff(tx, effects, endpoint_id, "gone", now);
  else if (isOver && !isDelivered && hasFailedLong) await switchOff(tx, effects, endpoint_id, "failing", now);
}

/** Deliveries that wait for it fail. Admins are told once. */
async function switchOff(tx: Transaction<DB>, effects: Effects, id: string, because: "failing" | "gone", now: Date) {
  const endpoint = await tx
    .updateTable("webhook_endpoints")
    .set({ switched_off_at: now, switched_off_because: because })
    .where("id", "=", id)
    .where("switched_off_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!endpoint) return;
  await tx
    .updateTable("webhook_deliveries")
    .set({ state: "failed", next_attempt_at: null, reason: "The webhook was switched off." })
    .where("endpoint_id", "=", id)
    .where("state", "=", "waiting")
    .execute();
  effects.audit("webhook_switched_off", null, { webhook_id: id, because });
  for (const admin of await listAdmins(tx)) effects.mail("webhook-switched-off", { user_id: admin, webhook_id: id });
}

const prefix = "whsec_";
const secretBytes = 32;

export const createWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString("base64");

interface Message {
  id: string;
  /** Each attempt has its own time: receivers refuse old ones. */
  at: Date;
  body: string;
}

/** Headers of Standard Webhooks, with a signature for each secret. */
function signMessage({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatureBy = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  };
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map(signatureBy).join(" "),
  };
}
