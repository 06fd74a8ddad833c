import { type Kysely, sql } from "kysely";
import type { DB } from "../../../platform/db/database.generated.ts";

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
