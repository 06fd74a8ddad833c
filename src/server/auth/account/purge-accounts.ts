import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import type { OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { deleteAccount } from "./delete-account.ts";

/** The privacy page says three months at most; the shortest three have 89 days, and a day may be missed. */
const terminatedAccountDays = 85;

/** An account whose e-mail address was never verified in this time is deleted, unless it was approved on registration. */
const unverifiedAccountDays = 90;

/** What nobody carried out until then goes the day before the promise would be broken. */
const dueWithinDays = 1;

type Purge = Pick<OwnerContext, "db" | "asOwner" | "limits" | "now"> & { log: Logger };

interface DueAccount {
  user_id: string;
  reason: "requested" | "terminated" | "unverified";
}

/** Deletes the accounts whose time is over: of those who asked for it, and of those whose membership was rejected or has ended. */
export async function purgeAccounts({ db, asOwner, limits, now, log }: Purge): Promise<void> {
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
      await deleteAccount({ asOwner, limits }, user_id, { actorId: null, reason }, (tx) =>
        isStillDue[reason](tx, user_id, now()),
      );
    } catch (error) {
      // One that cannot be deleted must not keep the others.
      failures++;
      log.error({ err: error, user_id }, "An account whose time is over could not be deleted");
    }
  }
  if (due.length > failures) log.info({ count: due.length - failures }, "Accounts deleted whose time was over");
  if (failures > 0) throw new Error(`${failures} accounts could not be deleted.`);
}

/** A member's row of user_roles whose rejection or end is that long ago. */
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

/** A row of auth.users: neither approved nor a first admin's. */
const isUnverified = (now: Date) => sql<boolean>`not email_verified
  and created_at <= ${now}::timestamptz - make_interval(days => ${unverifiedAccountDays})
  and not exists (select from admin_emails a where a.email = auth.users.email)
  and not exists (select from user_roles r where r.user_id = auth.users.id and r.status = 'approved')
  and not exists (select from deletion_requests d where d.user_id = auth.users.id)`;

async function isStillUnverified(tx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const account = tx.selectFrom("auth.users").select("id").where("auth.users.id", "=", userId).where(isUnverified(now));
  return Boolean(await account.executeTakeFirst());
}

const isStillDue = { requested: isStillRequested, terminated: isStillTerminated, unverified: isStillUnverified };
