import { sql } from "kysely";
import type { Logger } from "pino";
import { deleteAccount } from "../../auth/delete-account.ts";
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
  for (const { user_id, reason } of due) {
    await deleteAccount({ db, limits }, user_id, { actorId: null, reason }, async (tx) => {
      const table = reason === "requested" ? "deletion_requests" : "user_roles";
      return Boolean(await tx.selectFrom(table).select("id").where("user_id", "=", user_id).executeTakeFirst());
    });
  }
  if (due.length > 0) log.info({ count: due.length }, "Accounts deleted whose time was over");
}
