import { sql } from "kysely";
import type { AsOwner, Effects } from "../db/types.ts";

/** Tables of mailings, with a row for each mail: its state begins with `waiting`. */
const mailings = {
  deal_mails: { parent: "deal_mailings", parentId: "mailing_id" },
  message_mails: { parent: "messages", parentId: "message_id" },
} as const;

const mailsAtOnce = 500;

interface Waiting {
  asOwner: AsOwner;
  now: () => Date;
  table: keyof typeof mailings;
  /** Of the mailing. */
  id: string;
  queue: (effects: Effects, mailId: string) => void;
}

/** Queues what waits of a mailing that is being sent; what was queued before a crash is not queued again. @returns how many. */
export async function queueWaitingMails({ asOwner, now, table, id, queue }: Waiting): Promise<number> {
  const { parent, parentId } = mailings[table];
  let queued = 0;
  for (;;) {
    const count = await asOwner(null, async (tx, effects) => {
      const sending = await sql`
        select from ${sql.table(parent)} where id = ${id} and state = 'sending' for update`.execute(tx);
      if (sending.rows.length === 0) return 0;
      const { rows } = await sql<{ id: string }>`
        update ${sql.table(table)} set state = 'queued', changed_at = ${now()}
         where id in (select id from ${sql.table(table)}
                       where ${sql.ref(parentId)} = ${id} and state = 'waiting' order by id limit ${mailsAtOnce})
        returning id`.execute(tx);
      for (const mail of rows) queue(effects, mail.id);
      return rows.length;
    });
    if (count === 0) return queued;
    queued += count;
  }
}
