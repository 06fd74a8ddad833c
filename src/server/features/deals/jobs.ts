import { sql } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import { listAdmins } from "../../auth/list-admins.ts";
import { type JobContext, nightly, scheduled } from "../../platform/jobs/job.ts";
import { type CheckContext, checkDocument } from "./room/check-document.ts";

const mailsAtOnce = 500;

export const dealJobs = {
  /** Adds the days that are over to the chain over the register, and checks all of it. */
  "delivery-seals": nightly(async ({ asOwner, now, log }: JobContext) => {
    await asOwner(null, async (tx, effects) => {
      const sealed = await sql<{ days: number }>`
        select seal_deliveries(${londonDate(now())}, ${now()}) as days`.execute(tx);
      const { rows } = await sql<{
        day: string;
        problem: string;
      }>`select day, problem from check_delivery_seals()`.execute(tx);
      log.info({ days: sealed.rows[0]?.days }, "register of what was shown sealed");
      if (rows.length === 0) return;
      log.error({ problems: rows }, "register of what was shown does not match its seals");
      effects.audit("register_mismatch", null, { days: rows.length });
      for (const admin of await listAdmins(tx)) effects.notify(admin, "register_mismatch");
    });
  }),
  "deal-documents": scheduled(
    (context: CheckContext, { document_id, is_slow }: { document_id: string; is_slow?: boolean }) =>
      checkDocument(context, document_id, is_slow),
  ),
  /** Queues what waits; what was queued before a crash is not queued again. */
  "deal-mails": scheduled(async ({ asOwner, now, log }: JobContext, { mailing_id }: { mailing_id: string }) => {
    let queued = 0;
    for (;;) {
      const count = await asOwner(null, async (tx, effects) => {
        const mailing = await tx
          .selectFrom("deal_mailings")
          .select("state")
          .where("id", "=", mailing_id)
          .forUpdate()
          .executeTakeFirst();
        if (mailing?.state !== "sending") return 0;
        const waiting = await tx
          .updateTable("deal_mails")
          .set({ state: "queued", changed_at: now() })
          .where("id", "in", (mails) =>
            mails
              .selectFrom("deal_mails")
              .select("id")
              .where("mailing_id", "=", mailing_id)
              .where("state", "=", "waiting")
              .orderBy("id")
              .limit(mailsAtOnce),
          )
          .returning("id")
          .execute();
        for (const { id } of waiting) effects.mail("deal-mail", { deal_mail_id: id });
        return waiting.length;
      });
      if (count === 0) break;
      queued += count;
    }
    log.info({ mailing_id, mails: queued }, "mails about a deal queued");
  }),
  /** Queues one mail to each who follows what is answered by now. Answers that were told are not told again. */
  "deal-answers": scheduled(async ({ asOwner, now, log }: JobContext, _data: Record<string, never>) => {
    const started = await asOwner(null, async (tx, effects) => {
      const { rows } = await sql<{ id: string }>`select id from start_answer_mailings(${now()}) as id`.execute(tx);
      for (const { id } of rows) effects.schedule("deal-mails", { mailing_id: id }, now());
      return rows.length;
    });
    log.info({ mailings: started }, "mails about answers started");
  }),
};
