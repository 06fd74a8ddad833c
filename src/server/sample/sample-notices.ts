import type { Transaction } from "kysely";
import type { NoticeKind } from "#shared/notices.ts";
import type { DB } from "../platform/db/database.generated.ts";

const hour = 60 * 60 * 1000;

/** Newest first; what is older than two days has been read. */
const told: Record<string, readonly { kind: NoticeKind; hoursAgo: number }[]> = {
  "priya@ledgerlight.example": [
    { kind: "company_update_published", hoursAgo: 3 },
    { kind: "paper_delivered", hoursAgo: 27 },
    { kind: "statement_accepted", hoursAgo: 8 * 24 },
    { kind: "shares_issued", hoursAgo: 19 * 24 },
    { kind: "payment_arrived", hoursAgo: 33 * 24 },
    { kind: "profile_approved", hoursAgo: 60 * 24 },
  ],
  "amara@kindling.example": [
    { kind: "company_update_sent", hoursAgo: 5 },
    { kind: "company_update_published", hoursAgo: 30 },
    { kind: "funds_released", hoursAgo: 12 * 24 },
  ],
};

export async function insertNotices(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string }[],
  { now }: { now: Date },
): Promise<void> {
  const rows = people.flatMap(({ id, email }) =>
    (told[email] ?? []).map(({ kind, hoursAgo }) => {
      const created_at = new Date(now.getTime() - hoursAgo * hour);
      return { user_id: id, kind, created_at, read_at: hoursAgo > 48 ? created_at : null };
    }),
  );
  await tx.insertInto("notices").values(rows).execute();
}
