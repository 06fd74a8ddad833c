import { sql, type Transaction } from "kysely";
import type { Logger } from "pino";
import { deleteAccount } from "../../auth/delete-account.ts";
import type { DB } from "../../db/database.generated.ts";
import type { Dependencies } from "../../http/environment.ts";

/** The privacy page says three months at most; the shortest three have 89 days, and a day may be missed. */
const terminatedAccountDays = 85;

/** What nobody carried out until then goes the day before the promise would be broken. */
const dueWithinDays = 1;

type Purge = Pick<Dependencies, "db" | "limits" | "now"> & { log: Logger };

interface DueAccount {
  user_id: string;
  reason: "requested" | "terminated";
}

/** Deletes the accounts whose time is over: of those who asked for it, and of those whose membership was rejected. */
export async function purgeAccounts({ db, limits, now, log }: Purge): Promise<void> {
  const { rows: due } = await sql<DueAccount>`
    select user_id, 'requested' as reason from deletion_requests
     where due_at <= ${now()}::timestamptz + make_interval(days => ${dueWithinDays})
    union all
    select user_id, 'terminated' from user_roles role
     where role.role = 'member' and role.status = 'rejected' and not is_admin_person(user_id)
       and role.approved_at <= ${now()}::timestamptz - make_interval(days => ${terminatedAccountDays})`.execute(db);
  let failures = 0;
  for (const { user_id, reason } of due) {
    try {
      await deleteAccount({ db, limits }, user_id, { actorId: null, reason }, (tx) => isStillDue(tx, user_id, reason));
    } catch (error) {
      // One that cannot be deleted must not keep the others.
      failures++;
      log.error({ err: error, user_id }, "An account whose time is over could not be deleted");
    }
  }
  if (due.length > failures) log.info({ count: due.length - failures }, "Accounts deleted whose time was over");
  if (failures > 0) throw new Error(`${failures} accounts could not be deleted.`);
}

async function isStillDue(tx: Transaction<DB>, userId: string, reason: DueAccount["reason"]): Promise<boolean> {
  const table = reason === "requested" ? "deletion_requests" : "user_roles";
  return Boolean(await tx.selectFrom(table).select("id").where("user_id", "=", userId).executeTakeFirst());
}
