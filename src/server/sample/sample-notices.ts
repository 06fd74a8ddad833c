import { sql, type Transaction } from "kysely";
import type { NoticeKind } from "#shared/notices/notices.ts";
import { findOwnNotice } from "#shared/notices/own-notices.ts";
import type { DB } from "../platform/db/database.generated.ts";
import { writeOwnNotices } from "../platform/db/notice-facts.ts";

const hour = 60 * 60 * 1000;

interface Told {
  kind: NoticeKind;
  hoursAgo: number;
  isUnread?: true;
  /** Its company. */
  deal?: string;
}

const alder = "Alder Analytics";
const dealNews: Told[] = [
  { kind: "deal_call_planned", hoursAgo: 24, deal: alder },
  { kind: "deal_opened", hoursAgo: 2 * 24, deal: alder },
];

/** Newest first. */
const told: Record<string, readonly Told[]> = {
  "priya@ledgerlight.example": [
    { kind: "company_update_published", hoursAgo: 3, isUnread: true },
    { kind: "paper_delivered", hoursAgo: 22, isUnread: true },
    ...dealNews,
    { kind: "introduction_asked", hoursAgo: 49 },
    { kind: "statement_accepted", hoursAgo: 8 * 24 },
    { kind: "shares_issued", hoursAgo: 19 * 24 },
    { kind: "payment_arrived", hoursAgo: 33 * 24 },
    { kind: "profile_approved", hoursAgo: 60 * 24 },
  ],
  "tomasz@wieczorek.example": dealNews,
  "eleanor@kindling.example": dealNews,
  "amara@kindling.example": [
    { kind: "company_update_sent", hoursAgo: 5, isUnread: true },
    { kind: "company_update_published", hoursAgo: 30, isUnread: true },
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
  // What each has got last, in whose words their own notices are.
  const { rows: lots } = await sql<{ user_id: string; commitment: string; company: string; paper: string | null }>`
    select distinct on (r.user_id) r.user_id, h.commitment_id as commitment, h.company_id as company,
           (select p.id from papers p join commitments c on c.id = p.commitment_id
             where c.record_id = h.record_id order by p.created_at desc, p.id desc limit 1) as paper
      from holdings h join investor_records r on r.id = h.record_id
     where h.commitment_id is not null order by r.user_id, h.issued_on desc, h.id desc`.execute(tx);
  const subjectOf = (userId: string, kind: NoticeKind): string | null => {
    const lot = lots.find(({ user_id }) => user_id === userId);
    const subject = findOwnNotice(kind)?.subject;
    return (subject === "commitment" || subject === "company" || subject === "paper") && lot ? lot[subject] : null;
  };
  const rows = people.flatMap(({ id, email }) =>
    (told[email] ?? []).map(({ kind, hoursAgo, isUnread, deal }) => {
      const created_at = new Date(now.getTime() - hoursAgo * hour);
      const subject_id = deals.find(({ name }) => name === deal)?.id ?? subjectOf(id, kind);
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
