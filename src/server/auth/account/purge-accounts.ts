import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import type { OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { type DeletionContext, deleteAccount } from "./delete-account.ts";

/** The privacy page promises three months: at least 89 days, minus a margin for missed nights. */
const terminatedAccountDays = 85;

/** Since registration, for an unverified e-mail; approved accounts are kept. */
const unverifiedAccountDays = 90;

/** A pending deletion request is executed this long before its deadline. */
const dueWithinDays = 1;

type Purge = DeletionContext & Pick<OwnerContext, "db"> & { log: Logger };

interface DueAccount {
  user_id: string;
  reason: "requested" | "terminated" | "unverified";
}

/** Deletes accounts with a due deletion request, a rejected or ended membership, or an unverified e-mail. */
export async function purgeAccounts({ db, log, ...given }: Purge): Promise<void> {
  const { now } = given;
  const { rows: due } = await sql<DueAccount>`
    select user_id, 'requested' as reason from deletion_requests
     where due_at <= ${now()}::timestamptz + make_interval(days => ${dueWithinDays})
    union all
    select user_id, 'terminated' from user_roles where ${isTerminated(now())}
    union all
    select id, 'unverified' from auth.users where ${isUnverified(now())}`.execute(db);
  let failures = 0;
  for (const { user_id, reason } of due) {
    try {
      await deleteAccount(given, user_id, { actorId: null, reason }, (tx) => isStillDue[reason](tx, user_id, now()));
    } catch (error) {
      // Continue with the other accounts.
      failures++;
      log.error({ err: error, user_id }, "account deletion failed");
    }
  }
  if (due.length > failures) log.info({ count: due.length - failures }, "expired accounts deleted");
  if (failures > 0) throw new Error(`${failures} accounts could not be deleted.`);
}

const isTerminated = (now: Date) => sql<boolean>`role = 'member' and not is_admin_person(user_id)
  and case when status = 'rejected' then approved_at else ended_at end
      <= ${now}::timestamptz - make_interval(days => ${terminatedAccountDays})`;

async function isStillRequested(tx: Transaction<DB>, userId: string): Promise<boolean> {
  const request = tx.selectFrom("deletion_requests").select("id").where("user_id", "=", userId);
  return Boolean(await request.executeTakeFirst());
}

async function isStillTerminated(tx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const membership = tx.selectFrom("user_roles").select("id").where("user_id", "=", userId).where(isTerminated(now));
  return Boolean(await membership.forUpdate().executeTakeFirst());
}

const isUnverified = (now: Date) => sql<boolean>`not email_verified
  and created_at <= ${now}::timestamptz - make_interval(days => ${unverifiedAccountDays})
  and not exists (select from admin_emails a where a.user_id = auth.users.id)
  and not exists (select from user_roles r where r.user_id = auth.users.id and r.status = 'approved')
  and not exists (select from deletion_requests d where d.user_id = auth.users.id)`;

async function isStillUnverified(tx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const account = tx.selectFrom("auth.users").select("id").where("auth.users.id", "=", userId).where(isUnverified(now));
  return Boolean(await account.executeTakeFirst());
}

const isStillDue = { requested: isStillRequested, terminated: isStillTerminated, unverified: isStillUnverified };
