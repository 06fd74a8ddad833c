import { type Kysely, sql } from "kysely";
import type { AnnouncedFacts, OwnPart } from "#shared/funds/announced-messages.ts";
import type { DB } from "./database.generated.ts";

/** Reads on the owner's connection. @param userId whose own part it has. */
export async function readAnnouncedFacts(
  db: Kysely<DB>,
  id: string,
  userId: string | null = null,
): Promise<AnnouncedFacts | undefined> {
  const { rows } = await sql<Omit<AnnouncedFacts, "own">>`select * from announced_facts(${id})`.execute(db);
  const [facts] = rows;
  if (!facts) return undefined;
  const own = userId === null ? undefined : (await readOwnParts(db, id, userId)).get(userId);
  return { ...facts, own: own ?? null };
}

/** What an announced exit is for each who has a part in it, or for one. Of the owner's connection. */
export async function readOwnParts(
  db: Kysely<DB>,
  id: string,
  userId: string | null = null,
): Promise<Map<string, OwnPart>> {
  const { rows } = await sql<OwnPart & { user_id: string }>`
    select r.user_id, sum(l.shares)::bigint as shares, sum(l.gross_pence)::bigint as gross_pence,
           sum(l.costs_pence)::bigint as costs_pence, sum(l.paid_pence)::bigint as paid_pence,
           (select sum(holding_shares_left(held.id)) from holdings held
             where held.record_id = r.id and held.company_id = e.company_id)::bigint as held
      from announced_confirmations a
      join exits e on e.id = a.subject_id
      join exit_lines l on l.exit_id = e.id
      join holdings h on h.id = l.holding_id
      join investor_records r on r.id = h.record_id
     where a.id = ${id} and a.kind = 'exit' and r.user_id is not null
       and (${userId}::uuid is null or r.user_id = ${userId}::uuid)
     group by r.id, r.user_id, e.company_id`.execute(db);
  return new Map(rows.map(({ user_id, ...part }) => [user_id, part]));
}
