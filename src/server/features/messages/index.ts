import { sql } from "kysely";
import type { Effects } from "../../platform/db/types.ts";
import { everyTenMinutes, type JobContext, scheduled } from "../../platform/jobs/job.ts";
import { queueWaitingMails } from "../../platform/mail/mailing.ts";
import { finishMessage, messageMails } from "./mails.ts";
import { messageRoutes } from "./routes.ts";

export const routes = [messageRoutes];
export const mails = messageMails;

export const jobs = {
  "message-mails": scheduled(({ asOwner, now, log }: JobContext, { message_id }: { message_id: string }) =>
    queueMessage({ asOwner, now, log }, message_id),
  ),
  /** Starts what was planned, unless it was changed since. */
  "message-start": scheduled(async ({ asOwner, now, log }: JobContext, { message_id }: { message_id: string }) => {
    await startDue({ asOwner, now, log }, message_id);
  }),
  /** Ends messages whose last mail was settled by a process that ended at once, and starts what a lost job did not. */
  "message-ends": everyTenMinutes(async ({ asOwner, now, log }: JobContext) => {
    const { rows } = await asOwner(null, (tx) =>
      sql<{ id: string; state: string }>`
        select id, state from messages where state = 'sending' or (state = 'scheduled' and send_at <= ${now()})`.execute(
        tx,
      ),
    );
    for (const { id, state } of rows) {
      if (state === "sending") await finishMessage({ asOwner, now }, id);
      else await startDue({ asOwner, now, log }, id);
    }
  }),
};

async function startDue({ asOwner, now, log }: JobContext, id: string): Promise<void> {
  const isStarted = await asOwner(null, async (tx, effects) => {
    const due = await tx
      .selectFrom("messages")
      .select("id")
      .where("id", "=", id)
      .where("state", "=", "scheduled")
      .where("send_at", "<=", now())
      .forUpdate()
      .executeTakeFirst();
    if (!due) return false;
    await sql`select start_message(${id}, null)`.execute(tx);
    effects.audit("message_started", id);
    return true;
  });
  if (isStarted) await queueMessage({ asOwner, now, log }, id);
}

async function queueMessage({ asOwner, now, log }: JobContext, id: string): Promise<void> {
  const queue = (effects: Effects, message_mail_id: string) => effects.mail("message", { message_mail_id });
  const queued = await queueWaitingMails({ asOwner, now, table: "message_mails", id, queue });
  log.info({ message_id: id, mails: queued }, "mails of a message queued");
  await finishMessage({ asOwner, now }, id);
}
