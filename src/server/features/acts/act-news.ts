import { sql } from "kysely";
import { type JobContext, scheduled } from "../../platform/jobs/job.ts";
import { listPanel } from "./act-queries.ts";

/** A balance that was mistyped is typed again within it, and nobody is told. */
export const balanceGraceMs = 10 * 60 * 1000;

export type ActNews = "waits" | "signed" | "objected" | "answered" | "ended";

export const actNewsJobs = {
  /** Tells whom a list concerns. The panel of a deal reads of each step; members of what is discretionary, and of answers. */
  "act-news": scheduled(({ asOwner, now }: JobContext, { act_id, news }: { act_id: string; news: ActNews }) =>
    asOwner(null, async (tx, effects) => {
      const act = await tx
        .selectFrom("acts")
        .select(["deal_id", "prepared_by"])
        .where("id", "=", act_id)
        .executeTakeFirst();
      if (!act) return;
      for (const { user_id } of await listPanel(tx, act.deal_id)) {
        if (!user_id) continue;
        if (news === "signed" || (news === "waits" && !(await canSign(tx, act_id, user_id)))) continue;
        effects.notify(user_id, noticeOf[news], act.deal_id);
        if (news === "waits" || news === "objected") effects.mail("act-news", { user_id, act_id, news });
      }
      if (news === "signed" && act.prepared_by) effects.notify(act.prepared_by, "deal_next", act.deal_id);
      for (const user_id of await listMembersTold(tx, { act_id, news, now: now() })) {
        effects.notify(user_id, news === "signed" ? "act_announced" : "act_answered", act.deal_id);
        if (news === "signed") effects.mail("act-announced", { user_id, act_id });
      }
    }),
  ),
  /** A balance that still differs from the bank's list, after the time to correct what was mistyped. */
  "balance-news": scheduled(({ asOwner }: JobContext, { deal_id }: { deal_id: string }) =>
    asOwner(null, async (tx, effects) => {
      const { rows } = await sql<{ user_id: string; pence: number }>`
        select r.user_id, abs(s.balance_pence - s.expected_pence) as pence
          from (select * from balance_sightings where deal_id = ${deal_id} order by seen_at desc, id desc limit 1) s,
               ledger_readers(${deal_id}) as r (user_id)
         where s.balance_pence <> s.expected_pence`.execute(tx);
      for (const { user_id, pence } of rows) effects.notify(user_id, "balance_differs", deal_id, pence);
    }),
  ),
};

/** Nobody is told that a list waits for them which they would be refused. */
const canSign = async (tx: Parameters<typeof listPanel>[0], actId: string, userId: string): Promise<boolean> =>
  (await sql<{ can: boolean }>`select may_sign(${actId}, ${userId}) is null as can`.execute(tx)).rows[0]?.can ?? false;

const noticeOf = {
  waits: "act_waits",
  signed: "deal_next",
  objected: "act_objected",
  answered: "deal_next",
  ended: "deal_next",
} as const;

interface Told {
  act_id: string;
  news: ActNews;
  now: Date;
}

/** Who takes part, while something waits for a day; and who objected, once it is answered. */
async function listMembersTold(tx: Parameters<typeof listPanel>[0], { act_id, news, now }: Told): Promise<string[]> {
  const { rows } =
    news === "signed"
      ? await sql<{ user_id: string }>`
          select distinct r.user_id from acts a
            join commitments c on c.deal_id = a.deal_id
            join investor_records r on r.id = c.record_id
           where a.id = ${act_id} and r.user_id is not null and takes_part(a.deal_id, r.user_id)
             and exists (select from act_parts p where p.act_id = a.id and p.not_before > ${now})`.execute(tx)
      : news === "answered"
        ? await sql<{ user_id: string }>`
            select r.user_id from act_objections o
              join commitments c on c.id = o.commitment_id
              join investor_records r on r.id = c.record_id
             where o.act_id = ${act_id} and o.withdrawn_at is null and o.answered_at is not null and r.user_id is not null`.execute(
            tx,
          )
        : { rows: [] };
  return rows.map(({ user_id }) => user_id);
}
