import { sql, type Transaction } from "kysely";
import { toLondonTime } from "#shared/london-time.ts";
import { choiceOf } from "#shared/notices/notice-topics.ts";
import { listAdmins } from "../../auth/list-admins.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { ReadAs } from "../../platform/db/read-as.ts";
import type { Effects } from "../../platform/db/types.ts";
import type { JobContext } from "../../platform/jobs/job.ts";
import { listWhatWaits, type Waiting, type WaitingKinds } from "../waiting-counts/what-waits.ts";

export interface NoticeJobContext extends JobContext {
  readAs: ReadAs;
  waitingKinds: WaitingKinds;
}

/** Mails leave from 08:00 in London, and not after 12:00 on a day that the club was down in the morning. */
const sendingHours = { from: "08:00", until: "12:00" };
const mailsAtOnce = 500;
const lowestId = "00000000-0000-0000-0000-000000000000";

/** Runs every ten minutes, in any process, and again after a crash: what was started is not started twice. */
export async function startNoticeMails(context: NoticeJobContext): Promise<void> {
  const { date, time } = toLondonTime(context.now());
  const isMorning = time >= sendingHours.from && time < sendingHours.until;
  if (isMorning && new Date(date).getUTCDay() === 1) await startWeekly(context, date);
  for (const admin of await listChoices(context)) {
    if (admin.choice === "daily" && isMorning) await startDaily(context, admin.id, date);
    if (admin.choice === "mail") await tellAtOnce(context, admin.id, date);
  }
}

/** A row for each member who wants the mail; whether anything waits is asked as the mail leaves. */
async function startWeekly(context: NoticeJobContext, monday: string): Promise<void> {
  let started = 0;
  for (let after: string | null = lowestId; after !== null; ) {
    const batch: WeeklyBatch = await startWeeklyBatch(context, monday, after);
    started += batch.ids.length;
    after = batch.last;
  }
  if (started > 0) context.log.info({ mails: started }, "weekly mails queued");
}

interface WeeklyBatch {
  ids: string[];
  /** The member where the next batch begins; null after the last. */
  last: string | null;
}

const startWeeklyBatch = ({ asOwner, now }: NoticeJobContext, monday: string, after: string) =>
  asOwner(null, async (tx, effects): Promise<WeeklyBatch> => {
    const { rows } = await sql<WeeklyBatch>`
      with members as (
        select distinct r.user_id from user_roles r
         where r.user_id > ${after} and r.status = 'approved' and r.suspended_at is null and r.ended_at is null
           and not exists (select from notice_choices c
                            where c.user_id = r.user_id and c.topic = 'weekly' and c.choice = 'never')
           and not exists (select from notice_mails m
                            where m.user_id = r.user_id and m.kind = 'weekly' and m.day = ${monday}::date)
         order by r.user_id limit ${mailsAtOnce}
      ), started as (
        insert into notice_mails (user_id, kind, day, created_at, changed_at)
        select user_id, 'weekly', ${monday}::date, ${now()}::timestamptz, ${now()}::timestamptz from members
        on conflict (user_id, kind, day) where kind <> 'at_once' do nothing
        returning id
      )
      select array(select id from started) as ids,
             (select user_id from members order by user_id desc limit 1) as last`.execute(tx);
    const batch = rows[0] ?? { ids: [], last: null };
    for (const id of batch.ids) effects.mail("weekly", { notice_mail_id: id });
    return batch;
  });

const startDaily = ({ asOwner, now }: NoticeJobContext, userId: string, day: string) =>
  asOwner(null, async (tx, effects) => {
    const mail = await tx
      .insertInto("notice_mails")
      .values({ user_id: userId, kind: "daily", day, created_at: now(), changed_at: now() })
      .onConflict((conflict) => conflict.columns(["user_id", "kind", "day"]).where("kind", "!=", "at_once").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (mail) effects.mail("waiting", { notice_mail_id: mail.id });
  });

async function tellAtOnce(context: NoticeJobContext, userId: string, day: string): Promise<void> {
  const { asOwner, readAs, now, waitingKinds } = context;
  const waiting = await listWhatWaits(readAs({ userId, at: now() }), waitingKinds);
  const keys = {
    kinds: waiting.map(({ kind }) => kind),
    ids: waiting.map(({ subject_id }) => subject_id),
  };
  const isWaiting = sql<boolean>`(told_waiting.kind, told_waiting.subject_id)
    in (select * from unnest(${keys.kinds}::text[], ${keys.ids}::uuid[]))`;
  await asOwner(null, async (tx, effects) => {
    // Two processes at once tell of it once.
    await sql`select from auth.users where id = ${userId} for update`.execute(tx);
    await tx.deleteFrom("told_waiting").where("user_id", "=", userId).where(sql<boolean>`not ${isWaiting}`).execute();
    const told = await tx
      .selectFrom("told_waiting")
      .select(["kind", "subject_id"])
      .where("user_id", "=", userId)
      .execute();
    const isTold = new Set(told.map(({ kind, subject_id }) => `${kind} ${subject_id}`));
    const news = waiting.filter(({ kind, subject_id }) => !isTold.has(`${kind} ${subject_id}`));
    if (news.length > 0) await tellOf(tx, effects, { userId, day, now: now(), news });
  });
}

interface News {
  userId: string;
  day: string;
  now: Date;
  news: Waiting[];
}

async function tellOf(tx: Transaction<DB>, effects: Effects, { userId, day, now, news }: News): Promise<void> {
  const { id: notice_mail_id } = await tx
    .insertInto("notice_mails")
    .values({ user_id: userId, kind: "at_once", day, created_at: now, changed_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("told_waiting")
    .values(news.map(({ kind, subject_id }) => ({ user_id: userId, kind, subject_id, notice_mail_id })))
    .execute();
  effects.mail("waiting", { notice_mail_id });
}

const listChoices = ({ asOwner }: NoticeJobContext) =>
  asOwner(null, async (tx) => {
    const chosen = await tx
      .selectFrom("notice_choices")
      .select(["user_id", "choice"])
      .where("topic", "=", "waiting")
      .execute();
    const choices = new Map(chosen.map(({ user_id, choice }) => [user_id, choice]));
    return (await listAdmins(tx)).map((id) => ({ id, choice: choiceOf("waiting", choices.get(id)) }));
  });

/**
 * A mail that bundles goes at most once: one that was being sent when its process ended is not sent again.
 * @returns whether it may be sent.
 */
export async function claimNoticeMail({ asOwner, now }: Pick<JobContext, "asOwner" | "now">, id: string) {
  return asOwner(null, async (tx) => {
    const mail = await tx
      .selectFrom("notice_mails")
      .select("state")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (mail?.state === "sending") await moveNoticeMail(tx, id, "unknown", now());
    if (mail?.state !== "queued") return false;
    await moveNoticeMail(tx, id, "sending", now());
    return true;
  });
}

export async function moveNoticeMail(
  tx: Transaction<DB>,
  id: string,
  state: "queued" | "sending" | "sent" | "unknown" | "empty",
  now: Date,
): Promise<void> {
  await tx.updateTable("notice_mails").set({ state, changed_at: now }).where("id", "=", id).execute();
}
