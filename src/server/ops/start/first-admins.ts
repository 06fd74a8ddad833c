import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import { setupUrl } from "#shared/paths.ts";
import { createInvitationCode, deleteUnused, invitationExpiry } from "../../features/invitations/queries.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Queue } from "../../platform/db/types.ts";
import type { Settings } from "../../settings.ts";

interface AdminSettings {
  adminEmails: readonly string[];
  appUrl: string;
}

/** Syncs ADMIN_EMAILS to the database. @returns registration links, stable until used or expired. */
export function welcomeAdmins(
  db: Kysely<DB>,
  { adminEmails, appUrl }: AdminSettings,
  now: Date,
  enqueueMail?: Queue["enqueueMail"],
): Promise<RegistrationLink[]> {
  return db.transaction().execute(async (tx) => {
    const emails = [...adminEmails];
    // First, so that who has moved from one listed address to another stays an admin.
    for (const email of emails) {
      const listed = tx.insertInto("admin_emails").values({ email });
      await listed.onConflict((conflict) => conflict.column("email").doNothing()).execute();
    }
    await tx
      .deleteFrom("admin_emails")
      .where("email", "not in", ["", ...emails])
      .execute();
    const unregistered = await tx
      .selectFrom("admin_emails as e")
      .select("e.email")
      .where("e.user_id", "is", null)
      .where("e.email", "not in", (users) => users.selectFrom("auth.users").select("email"))
      .orderBy("e.created_at")
      .orderBy("e.id")
      .execute();
    const links = [];
    for (const { email } of unregistered) {
      const { id, code, is_new } = await findOrCreateInvitation(tx, email, now);
      if (is_new) await enqueueMail?.(tx, [{ template: "first-admin", invitation_id: id }]);
      links.push({ email, url: setupUrl(appUrl, { code, email }) });
    }
    return links;
  });
}

async function findOrCreateInvitation(tx: Transaction<DB>, email: string, now: Date) {
  await deleteUnused(tx, [email], now);
  return tx
    .insertInto("invitations")
    .values({ email, code: createInvitationCode(), expires_at: invitationExpiry(now) })
    .onConflict((conflict) => conflict.column("email").where("used_at", "is", null).doUpdateSet({ email }))
    .returning(["id", "code", sql<boolean>`xmax = 0`.as("is_new")])
    .executeTakeFirstOrThrow();
}

export interface RegistrationLink {
  email: string;
  url: string;
}

/** Registration links grant admin rights: never log them. */
export type LinkDelivery =
  | { by: "mail"; count: number }
  | { by: "terminal"; links: RegistrationLink[] }
  | { by: "file"; count: number; file: string };

const fileName = "registration-links.txt";

/** @param isTerminal output of a non-terminal may be stored as a log. */
export function deliverLinks(
  links: RegistrationLink[],
  { smtpUrl, dataDir }: Pick<Settings, "smtpUrl" | "dataDir">,
  isTerminal: boolean,
): LinkDelivery {
  const count = links.length;
  if (smtpUrl) return withoutFile(dataDir, { by: "mail", count });
  if (isTerminal || count === 0) return withoutFile(dataDir, { by: "terminal", links });
  return { by: "file", count, file: writeLinks(dataDir, links) };
}

/** Removes links of an earlier start. */
function withoutFile(dataDir: string, delivery: LinkDelivery): LinkDelivery {
  rmSync(join(dataDir, fileName), { force: true });
  return delivery;
}

/** Mode 0600, replaced by rename: does not follow links. */
function writeLinks(dataDir: string, links: RegistrationLink[]): string {
  const file = join(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  rmSync(`${file}.part`, { force: true });
  writeFileSync(`${file}.part`, links.map(({ email, url }) => `${email}  ${url}\n`).join(""), {
    mode: 0o600,
    flag: "wx",
  });
  renameSync(`${file}.part`, file);
  return file;
}
