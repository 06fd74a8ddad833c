import type { Kysely, Transaction } from "kysely";
import { registrationUrl } from "#shared/paths.ts";
import type { DB } from "../db/database.generated.ts";
import { createInvitationCode } from "../features/invitations/invitation-code.ts";
import { deleteUnused, invitationEnd } from "../features/invitations/queries.ts";

interface AdminSettings {
  adminEmails: readonly string[];
  appUrl: string;
}

/**
 * Makes the setting ADMIN_EMAILS hold in the database, and invites each of them who has no account yet.
 * @returns the registration links of those who have none, the same at every start until they are used or expire.
 */
export function welcomeAdmins(db: Kysely<DB>, { adminEmails, appUrl }: AdminSettings, now: Date) {
  return db.transaction().execute(async (tx) => {
    const emails = [...adminEmails];
    await tx
      .deleteFrom("admin_emails")
      .where("email", "not in", ["", ...emails])
      .execute();
    if (emails.length === 0) return [];
    await tx
      .insertInto("admin_emails")
      .values(emails.map((email) => ({ email })))
      .onConflict((conflict) => conflict.column("email").doNothing())
      .execute();
    const people = await tx.selectFrom("auth.users").select("email").where("email", "in", emails).execute();
    const strangers = emails.filter((email) => !people.some((person) => person.email === email));
    const links = [];
    for (const email of strangers) {
      const { code } = await findOrCreateInvitation(tx, email, now);
      links.push({ email, url: registrationUrl(appUrl, { code, email }) });
    }
    return links;
  });
}

async function findOrCreateInvitation(tx: Transaction<DB>, email: string, now: Date): Promise<{ code: string }> {
  await deleteUnused(tx, [email], now);
  return tx
    .insertInto("invitations")
    .values({ email, code: createInvitationCode(), expires_at: invitationEnd(now) })
    .onConflict((conflict) => conflict.column("email").where("used_at", "is", null).doUpdateSet({ email }))
    .returning("code")
    .executeTakeFirstOrThrow();
}
