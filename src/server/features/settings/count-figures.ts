import { type Kysely, sql } from "kysely";
import type { ClubCounts } from "#shared/settings/counted-figures.ts";
import type { DB } from "../../platform/db/database.generated.ts";

interface Given {
  /** Reads as the owner: pages show the figures to everybody. */
  read: () => Kysely<DB>;
  now: () => Date;
}

/** @returns what was counted within the last ten seconds. */
export type CountFigures = () => Promise<ClubCounts>;

const keptMilliseconds = 10_000;

export function createFigureCounter({ read, now }: Given): CountFigures {
  let kept: { at: number; counts: Promise<ClubCounts> } | undefined;
  return () => {
    const at = now().getTime();
    if (!kept || Math.abs(at - kept.at) > keptMilliseconds) {
      const present = { at, counts: countFigures(read()) };
      kept = present;
      present.counts.catch(() => {
        if (kept === present) kept = undefined;
      });
    }
    return kept.counts;
  };
}

/** Without examples, people who are suspended or have left, and shares that were sold or lost. */
async function countFigures(db: Kysely<DB>): Promise<ClubCounts> {
  const { rows } = await sql<ClubCounts>`
    select (select count(*) from content_items where kind = 'company' and published ->> 'status' = 'Active' and not is_example) as companies,
           (select count(*) from user_roles where role = 'member' and status = 'approved' and suspended_at is null
                                              and ended_at is null) as members,
           (select count(distinct h.company_id) from holdings h
              left join (select l.holding_id, sum(l.shares) as shares from exit_lines l
                           join exits e on e.id = l.exit_id and e.state = 'confirmed' and e.takes_shares
                          group by l.holding_id) sold on sold.holding_id = h.id
              left join (select l.holding_id, sum(l.shares_added) as shares from share_action_lines l
                           join share_actions a on a.id = l.action_id and a.confirmed_at is not null
                          group by l.holding_id) added on added.holding_id = h.id
             where h.shares + coalesce(added.shares, 0) > coalesce(sold.shares, 0)
               and not exists (select from share_prices lost
                                where lost.company_id = h.company_id and lost.basis = 'nil' and lost.confirmed_at is not null
                                  and lost.as_of >= h.issued_on
                                  and (lost.share_class is null or lost.share_class = h.share_class)
                                  and not exists (select from share_prices later
                                                   where later.company_id = h.company_id and later.as_of > lost.as_of
                                                     and later.basis <> 'nil' and later.confirmed_at is not null
                                                     and (later.share_class is null or later.share_class = h.share_class)))) as held_companies,
           (select count(distinct coalesce(record_id, commitment_id, id)) from holdings) as investors,
           (select coalesce(sum(cost_pence), 0)::bigint from holdings) as invested_pence`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("Nothing was counted.");
  return counts;
}
