import { type JobContext, scheduled } from "../../platform/jobs/job.ts";

const mailsAtOnce = 500;

export const dealJobs = {
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
        for (const { id } of waiting) effects.mail("deal-released", { deal_mail_id: id });
        return waiting.length;
      });
      if (count === 0) break;
      queued += count;
    }
    log.info({ mailing_id, mails: queued }, "mails about a deal queued");
  }),
};
