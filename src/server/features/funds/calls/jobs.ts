import { sql } from "kysely";
import type { CommitmentState } from "#shared/commitments/commitment-messages.ts";
import type { NoticeKind } from "#shared/notices/notices.ts";
import { listAdmins } from "../../../auth/list-admins.ts";
import { type JobContext, nightly, scheduled } from "../../../platform/jobs/job.ts";
import { fewerShares } from "./call-queries.ts";

const mailsAtOnce = 500;
const releaseReason = "Nothing more arrived until the end of the time of grace, and somebody waits for the shares.";

export const fundsCallJobs = {
  /** Does what is due in a deal by now, and nothing a second time. */
  "funds-clock": scheduled((context: JobContext, { deal_id }: { deal_id: string }) => runClock(context, deal_id)),
  /** Does what a process that was not running has missed. */
  "funds-clocks": nightly(async (context: JobContext) => {
    const deals = await context.asOwner(null, (tx) =>
      tx.selectFrom("commitments").select("deal_id").distinct().where("state", "in", ["called", "part_paid"]).execute(),
    );
    for (const { deal_id } of deals) await runClock(context, deal_id);
  }),
};

async function runClock(context: JobContext, dealId: string): Promise<void> {
  const late = await markReminders(context, dealId);
  const outcomes = await decideOverdue(context, dealId);
  const queued = await queueReminders(context, dealId);
  context.log.info({ deal_id: dealId, late, outcomes, mails: queued }, "clock of a funds call");
}

/** @returns how many became late. */
const markReminders = ({ asOwner, now }: JobContext, dealId: string): Promise<number> =>
  asOwner(null, async (tx, effects) => {
    const { rows } = await sql<{ late: number }>`select mark_funds_clock(${dealId}, ${now()}) as late`.execute(tx);
    const late = rows[0]?.late ?? 0;
    if (late > 0) for (const admin of await listAdmins(tx)) effects.notify(admin, "funds_late_members", dealId);
    return late;
  });

interface Overdue {
  id: string;
  grace_until: Date;
  state: CommitmentState;
  applied_pence: number;
  price: string;
  fee_bp: number;
  minimum_pence: number;
}

/** After the time of grace: released where somebody waits, and otherwise for an admin to decide. */
async function decideOverdue(context: JobContext, dealId: string): Promise<Record<string, number>> {
  const { asOwner, now } = context;
  const overdue = await asOwner(null, async (tx) => {
    const { rows } = await sql<Overdue>`
      select c.id, c.grace_until, c.state, f.applied_pence, t.price, c.fee_bp, t.minimum_commitment_pence as minimum_pence
        from commitments c
        join deal_terms t on t.id = c.terms_id
        cross join lateral called_funds(c.id) f
       where c.deal_id = ${dealId} and c.state in ('called', 'part_paid') and c.grace_until <= ${now()}
       order by c.number`.execute(tx);
    return rows;
  });
  const outcomes: Record<string, number> = {};
  const toldAdmins = new Set<NoticeKind>();
  for (const commitment of overdue) {
    const { outcome, news } = await decideOne(context, dealId, commitment, toldAdmins);
    if (news) toldAdmins.add(news);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

/** @param toldAdmins what they were told in this run: once, for however many members. */
const decideOne = (
  { asOwner, now }: JobContext,
  dealId: string,
  commitment: Overdue,
  toldAdmins: ReadonlySet<NoticeKind>,
) =>
  asOwner(null, async (tx, effects) => {
    const { id, grace_until: about } = commitment;
    const remind = async (kind: "choose" | "decide", queued_at: Date | null) => {
      const { numInsertedOrUpdatedRows: inserted } = await tx
        .insertInto("funds_reminders")
        .values({ commitment_id: id, kind, about, queued_at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return inserted === 1n;
    };
    const tellAdmins = async (news: NoticeKind) => {
      if (!toldAdmins.has(news)) for (const admin of await listAdmins(tx)) effects.notify(admin, news, dealId);
      return news;
    };
    const askAdmins = async () => ((await remind("decide", now())) ? tellAdmins("funds_overdue") : undefined);
    // The money that arrived pays for fewer shares: the choice is theirs.
    if (fewerShares(commitment)) {
      await remind("choose", null);
      return { outcome: "member_chooses", news: await askAdmins() };
    }
    const { rows } = await sql<{ outcome: string }>`
      select release_overdue(${id}, ${now()}, ${releaseReason}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome ?? "not_due";
    if (outcome === "not_due" || outcome === "paid_kept") return { outcome, news: undefined };
    if (outcome !== "released" && outcome !== "reduced") return { outcome, news: await askAdmins() };
    effects.audit("commitment_released", dealId, { commitment_id: id, automatic: true, outcome });
    return { outcome, news: await tellAdmins("funds_released") };
  });

/**
 * Queues reminders to those with an account; a member who was told before a crash is not told again. A reminder that ends the
 * time to pay says all: one of the debt that waits beside it is not sent.
 */
async function queueReminders({ asOwner, now }: JobContext, dealId: string): Promise<number> {
  let queued = 0;
  for (;;) {
    const count = await asOwner(null, async (tx, effects) => {
      const { rows } = await sql<{
        id: string;
        commitment_id: string;
        kind: string;
        user_id: string | null;
        is_overtaken: boolean;
      }>`
        with waiting as (
          select m.id from funds_reminders m join commitments c on c.id = m.commitment_id
           where c.deal_id = ${dealId} and m.queued_at is null
           order by m.id limit ${mailsAtOnce} for update of m skip locked)
        update funds_reminders m set queued_at = ${now()}
          from waiting w, commitments c left join investor_records r on r.id = c.record_id
         where m.id = w.id and c.id = m.commitment_id
        returning m.id, m.commitment_id, m.kind, r.user_id,
          m.kind in ('called', 'first', 'second', 'late') and exists (
            select from funds_reminders n
             where n.commitment_id = m.commitment_id and n.queued_at is null
               and n.kind in ('choose', 'released', 'reduced')) as is_overtaken`.execute(tx);
      for (const { id, commitment_id, kind, user_id, is_overtaken } of rows) {
        if (user_id === null || is_overtaken) continue;
        effects.mail("funds-reminder", { user_id, reminder_id: id });
        effects.notify(user_id, noticeOf[kind] ?? "funds_called", commitment_id);
      }
      return rows.length;
    });
    if (count === 0) return queued;
    queued += count;
  }
}

const noticeOf: Record<string, NoticeKind> = {
  called: "funds_called",
  paid_before: "funds_called",
  account_changed: "collection_account_changed",
  first: "funds_reminder",
  second: "funds_reminder",
  late: "funds_late",
  extended: "funds_extended",
  choose: "funds_choose",
  released: "commitment_released",
  reduced: "commitment_reduced",
};
