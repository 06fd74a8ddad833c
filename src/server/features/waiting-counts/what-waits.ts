import { type Kysely, type RawBuilder, sql } from "kysely";
import type { WaitingKind } from "#shared/notices/notice-mail-messages.ts";
import { paths } from "#shared/paths.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import type { DB } from "../../platform/db/database.generated.ts";

export interface Waiting {
  kind: WaitingKind;
  subject_id: string;
}

interface Kind {
  /** The ids of the records. What admins entered themselves waits for another one. */
  ids: RawBuilder<unknown>;
  /** The screen where it is done. */
  path: string;
  badge: keyof WaitingCounts | undefined;
}

export type WaitingKinds = Readonly<Record<WaitingKind, Kind>>;

/** @param badge that counts them. */
export const waits = (ids: Kind["ids"], path: string, badge?: keyof WaitingCounts): Kind => ({ ids, path, badge });

/** @param section of the desk; the pipeline without. */
export const onDealDesk = (ids: Kind["ids"], section?: "closing" | "shares"): Kind =>
  waits(ids, section ? `${paths.dealDesk}&section=${section}` : paths.dealDesk, "deal_desk");

export async function listWhatWaits(db: Kysely<DB>, kinds: WaitingKinds): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`${recordsOf(kinds, () => true)}`.execute(db);
  return rows;
}

export async function countWhatWaits(db: Kysely<DB>, kinds: WaitingKinds): Promise<Partial<WaitingCounts>> {
  const { rows } = await sql<{ kind: WaitingKind; count: number }>`
    select kind, count(*)::int as count from (${recordsOf(kinds, ({ badge }) => badge)}) w group by kind`.execute(db);
  const counts: Partial<WaitingCounts> = {};
  for (const { kind, count } of rows) {
    const { badge } = kinds[kind];
    if (badge) counts[badge] = (counts[badge] ?? 0) + count;
  }
  return counts;
}

function recordsOf(kinds: WaitingKinds, isWanted: (kind: Kind) => unknown) {
  const parts = Object.entries(kinds)
    .filter(([, kind]) => isWanted(kind))
    .map(([name, { ids }]) => sql`select ${name}::text as kind, w.id as subject_id from (${ids}) w (id)`);
  return sql.join(parts, sql` union all `);
}
