import { type Kysely, sql } from "kysely";
import type { DB } from "../../platform/db/database.generated.ts";
import { type JobContext, scheduled } from "../../platform/jobs/job.ts";
import { signersOf } from "../funds/ledger/mails.ts";
import { listPanel } from "./act-queries.ts";

/** A balance that was mistyped is typed again within it, and nobody else is told. */
export const balanceGraceMs = 10 * 60 * 1000;

export type ActNews = "waits" | "signed" | "objected" | "answered" | "ended" | "void";

export interface ActNewsJob {
  act_id: string;
  news: ActNews;
  /** That was answered. */
  objection_id?: string;
  /** Who ended it, and knows. */
  by?: string | null;
}

export const actNewsJobs = {
  /** Tells whom a list concerns. The panel of a deal reads of each step; members of what is discretionary, and of answers. */
  "act-news": scheduled(({ asOwner, now }: JobContext, { act_id, news, objection_id, by = null }: ActNewsJob) =>
    asOwner(null, async (tx, effects) => {
      const act = await tx
        .selectFrom("acts")
        .select(["deal_id", "prepared_by"])
        .where("id", "=", act_id)
        .executeTakeFirst();
      if (!act) return;
      const authors = news === "ended" || news === "void" ? await listAuthors(tx, act_id) : [];
      for (const user_id of authors) {
        if (user_id === by) continue;
        effects.notify(user_id, "act_void", act.deal_id);
        effects.mail("act-void", { user_id, act_id, by });
      }
      for (const { user_id } of await listPanel(tx, act.deal_id)) {
        if (!user_id || authors.includes(user_id)) continue;
        if (news === "signed" || (news === "waits" && !(await canSign(tx, act_id, user_id)))) continue;
        effects.notify(user_id, noticeOf[news], act.deal_id);
        if (news === "waits" || news === "objected") effects.mail("act-news", { user_id, act_id, news });
      }
      if (news === "signed" && act.prepared_by) effects.notify(act.prepared_by, "deal_next", act.deal_id);
      if (news === "signed")
        for (const user_id of await listAnnounced(tx, act_id, now())) {
          effects.notify(user_id, "act_announced", act.deal_id);
          effects.mail("act-announced", { user_id, act_id });
        }
      if (news === "answered" && objection_id)
        for (const user_id of await listObjectors(tx, objection_id)) {
          effects.notify(user_id, "act_answered", act.deal_id);
          effects.mail("act-answered", { user_id, objection_id });
        }
    }),
  ),
  /** The desk reads of a balance that is not typed again in time, members of a difference that lasts a day, and then of its end. */
  "balance-news": scheduled(({ asOwner, now }: JobContext, { deal_id, to = "members" }: BalanceNewsJob) =>
    asOwner(null, async (tx, effects) => {
      await tx.selectFrom("deals").select("id").where("id", "=", deal_id).forUpdate().execute();
      const seen = await findBalance(tx, deal_id);
      // A right one that a second person has to type too is no news yet.
      if (!seen || seen.is_half) return;
      const { id, agrees, pence, seen_at, since, is_current, is_told, was_told } = seen;
      const lasts = (from: Date, ms: number) => now().getTime() - from.getTime() >= ms;
      const { desk, others } = await listReaders(tx, deal_id);
      if (to === "desk") {
        if (!agrees && lasts(seen_at, balanceGraceMs))
          for (const user_id of desk) effects.notify(user_id, "balance_differs", deal_id, pence);
        return;
      }
      const isNews = agrees ? was_told && !is_told : !was_told && is_current && since !== null && lasts(since, dayMs);
      if (!isNews) return;
      await tx.updateTable("balance_sightings").set({ told_at: now() }).where("id", "=", id).execute();
      if (agrees) for (const user_id of [...desk, ...others]) effects.notify(user_id, "balance_agrees", deal_id);
      else for (const user_id of others) effects.notify(user_id, "balance_differs", deal_id, pence);
    }),
  ),
};

export const dayMs = 24 * 60 * 60 * 1000;

interface BalanceNewsJob {
  deal_id: string;
  /** Admins and the panel, or everybody else in the round. */
  to?: "desk" | "members";
}

interface LastBalance {
  id: string;
  agrees: boolean;
  is_half: boolean;
  pence: number;
  seen_at: Date;
  /** When the first was seen of those that differ, back to the last one that agreed. */
  since: Date | null;
  /** The bank's list is the one that it was compared with. */
  is_current: boolean;
  is_told: boolean;
  /** That one of them differs. */
  was_told: boolean;
}

async function findBalance(tx: Kysely<DB>, dealId: string): Promise<LastBalance | undefined> {
  const { rows } = await sql<LastBalance>`
    select last.id, last.is_half, last.balance_pence = last.expected_pence as agrees, abs(last.balance_pence - last.expected_pence) as pence,
           last.seen_at, run.since, last.seen_at >= bank_list_changed_at(last.deal_id) as is_current,
           last.told_at is not null as is_told, coalesce(run.was_told, false) as was_told
      from (select * from balance_sightings where deal_id = ${dealId} order by seen_at desc, id desc limit 1) last
      cross join lateral (
        select min(s.seen_at) as since, bool_or(s.told_at is not null) as was_told
          from balance_sightings s
         where s.deal_id = last.deal_id and not s.is_half and s.balance_pence <> s.expected_pence
           and s.seen_at > coalesce((select max(a.seen_at) from balance_sightings a
                                      where a.deal_id = last.deal_id and not a.is_half and a.id <> last.id
                                        and a.balance_pence = a.expected_pence), '-infinity')) run`.execute(tx);
  return rows[0];
}

async function listReaders(tx: Kysely<DB>, dealId: string): Promise<{ desk: string[]; others: string[] }> {
  const { rows } = await sql<{ desk: string[]; readers: string[] }>`
    select array(select admin_ids() union (${signersOf(dealId)})) as desk, array(select ledger_readers(${dealId})) as readers`.execute(
    tx,
  );
  const { desk, readers } = rows[0] ?? { desk: [], readers: [] };
  return { desk, others: readers.filter((id) => !desk.includes(id)) };
}

/** Nobody is told that a list waits for them which they would be refused. */
const canSign = async (tx: Kysely<DB>, actId: string, userId: string): Promise<boolean> =>
  (await sql<{ can: boolean }>`select may_sign(${actId}, ${userId}) is null as can`.execute(tx)).rows[0]?.can ?? false;

const noticeOf = {
  waits: "act_waits",
  signed: "deal_next",
  objected: "act_objected",
  answered: "deal_next",
  ended: "deal_next",
  void: "deal_next",
} as const;

/** Who signed a list, and who made it. */
async function listAuthors(tx: Kysely<DB>, actId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from act_signatures where act_id = ${actId} and user_id is not null
    union select prepared_by from acts where id = ${actId} and prepared_by is not null`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Who takes part, while something of the list waits for a day. */
async function listAnnounced(tx: Kysely<DB>, actId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct r.user_id from acts a
      join commitments c on c.deal_id = a.deal_id
      join investor_records r on r.id = c.record_id
     where a.id = ${actId} and r.user_id is not null and takes_part(a.deal_id, r.user_id)
       and exists (select from act_parts p where p.act_id = a.id and p.not_before > ${now})`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

async function listObjectors(tx: Kysely<DB>, objectionId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select r.user_id from act_objections o
      join commitments c on c.id = o.commitment_id
      join investor_records r on r.id = c.record_id
     where o.id = ${objectionId} and o.withdrawn_at is null and o.answered_at is not null and r.user_id is not null`.execute(
    tx,
  );
  return rows.map(({ user_id }) => user_id);
}
