import { type Kysely, sql } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { type JobContext, nightly } from "../../../platform/jobs/job.ts";

interface Contact {
  name: string;
  email: string;
}

/** Founders of a deal's company with an address, in their order. */
export async function contactsOf(db: Kysely<DB>, dealId: string): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select founder ->> 'name' as name, founder ->> 'email' as email
      from deals d join companies c on c.id = d.company_id
      cross join jsonb_array_elements(c.founders) with ordinality as listed(founder, position)
     where d.id = ${dealId} and founder ->> 'email' <> ''
     order by position`.execute(db);
  return rows;
}

export const reliefJobs = {
  /** Founders whose certificates have been waited for by 14 days are asked, and again after as many. */
  "relief-chasers": nightly(({ asOwner, now, log }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      const { rows } = await sql<{ deal_id: string }>`
        select deal_id from chase_relief_certificates(${londonDate(now())}) as deal_id`.execute(tx);
      for (const { deal_id } of rows) {
        const contacts = await contactsOf(tx, deal_id);
        for (const contact of contacts.keys()) effects.mail("relief-chaser", { deal_id, contact });
        effects.audit("relief_certificates_chased", deal_id, { founders: contacts.length });
      }
      if (rows.length > 0) log.info({ deals: rows.map(({ deal_id }) => deal_id) }, "founders asked for certificates");
    }),
  ),
};
