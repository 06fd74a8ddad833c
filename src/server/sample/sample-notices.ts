import { sql, type Transaction } from "kysely";
import type { NoticeKind } from "#shared/notices/notices.ts";
import type { DB } from "../platform/db/database.generated.ts";
import { writeOwnNotices } from "../platform/db/notice-facts.ts";

const hour = 60 * 60 * 1000;

interface Told {
  kind: NoticeKind;
  /** Without it, when what it tells of happened. */
  hoursAgo?: number;
  isUnread?: true;
  /** Its company. */
  deal?: string;
}

const alder = "Alder Analytics";
const callPlanned: Told = { kind: "deal_call_planned", hoursAgo: 24, deal: alder };
const dealOpened: Told = { kind: "deal_opened", hoursAgo: 2 * 24, deal: alder };
const dealNews = [callPlanned, dealOpened];

const told: Record<string, readonly Told[]> = {
  "priya@ledgerlight.example": [
    { ...callPlanned, isUnread: true },
    dealOpened,
    { kind: "introduction_asked", hoursAgo: 49 },
    { kind: "company_update_published", isUnread: true },
    { kind: "shares_issued" },
    { kind: "payment_arrived" },
  ],
  "tomasz@wieczorek.example": dealNews,
  "eleanor@kindling.example": dealNews,
  "amara@kindling.example": [
    { kind: "company_update_sent", isUnread: true },
    { kind: "company_update_published", isUnread: true },
    { kind: "funds_released", hoursAgo: 12 * 24 },
  ],
};

export async function insertNotices(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string }[],
  { now }: { now: Date },
): Promise<void> {
  const deals = await tx
    .selectFrom("deals as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["d.id", "c.name"])
    .execute();
  const facts = await readFacts(tx);
  const rows = people.flatMap(({ id, email }) =>
    (told[email] ?? []).map(({ kind, hoursAgo, isUnread, deal }) => {
      const fact = facts.find((one) => one.kind === kind && (one.user_id === id || one.user_id === null));
      const created_at = hoursAgo === undefined ? fact?.happened_at : new Date(now.getTime() - hoursAgo * hour);
      if (!created_at) throw new Error(`The sample club has nothing that ${kind} could tell ${email}.`);
      const subject_id = deals.find(({ name }) => name === deal)?.id ?? fact?.subject_id ?? null;
      return { user_id: id, kind, subject_id, created_at, read_at: isUnread ? null : created_at };
    }),
  );
  const texts = await writeOwnNotices(
    tx,
    rows.map((row) => ({ ...row, pence: undefined })),
  );
  await tx
    .insertInto("notices")
    .values(rows.map((row, index) => ({ ...row, text: texts[index] ?? null })))
    .execute();
}

interface Fact {
  kind: NoticeKind;
  /** `null` means all admins. */
  user_id: string | null;
  subject_id: string | null;
  happened_at: Date;
}

/** What last happened to each, with the days of ledger and register; notices are kept for a year. */
async function readFacts(tx: Transaction<DB>): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    with lots as (
      select distinct on (r.user_id) r.user_id, h.commitment_id, h.issued_on
        from holdings h join investor_records r on r.id = h.record_id
       where h.commitment_id is not null order by r.user_id, h.issued_on desc, h.id desc)
    select 'shares_issued' as kind, user_id, commitment_id as subject_id, issued_on + time '12:30' as happened_at from lots
    union all
    select 'payment_arrived', l.user_id, l.commitment_id,
           (select max(t.booked_on) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
             where t.kind = 'receipt' and e.commitment_id = l.commitment_id) + time '14:00' from lots l
    union all
    (select distinct on (r.user_id) 'company_update_published', r.user_id, u.company_id, u.published_at
       from company_updates u join holdings h on h.company_id = u.company_id join investor_records r on r.id = h.record_id
      where u.published_at is not null order by r.user_id, u.published_at desc, u.company_id)
    union all
    (select 'company_update_sent', null, u.company_id, u.sent_at from company_updates u
      where u.published_at is null order by u.sent_at desc limit 1)`.execute(tx);
  return rows;
}
