import { sql } from "kysely";
import { pageUrl, paths } from "#shared/paths.ts";
import {
  type EmailChangeEnd,
  emailChangeLifetimeHours,
  emailChangeToken,
  emailChangeTokenHash,
} from "../auth/email-change/email-change-token.ts";
import type { MailContent } from "../platform/mail/mail-content.ts";
import type { EmailChangeRequest } from "../platform/mail/mail-request.ts";
import type { ComposeOptions } from "./compose-options.ts";
import { findPerson } from "./find-person.ts";
import { emailChangeNewMail } from "./templates/email-change-new.ts";
import { emailChangeOldMail } from "./templates/email-change-old.ts";
import { emailChangeTakenMail } from "./templates/email-change-taken.ts";
import { emailChangedMail } from "./templates/email-changed.ts";

interface Written {
  to: string;
  content: MailContent;
}

const lifetimeHours = emailChangeLifetimeHours;

/** The mails of a change of e-mail; nothing when it was cancelled, replaced, confirmed or has run out. */
export async function writeEmailChange(
  options: ComposeOptions,
  { template, email_change_id: id }: EmailChangeRequest,
): Promise<Written | undefined> {
  const change = await findChange(options, id);
  if (!change) return undefined;
  const { old_email, new_email: newEmail, user_id, isOpen, isTaken } = change;
  const name = (await findPerson(options.db, user_id))?.name ?? null;
  if (template === "email-changed") {
    return change.changed_at ? { to: old_email, content: emailChangedMail({ name, newEmail }) } : undefined;
  }
  if (!isOpen) return undefined;
  if (template === "email-change-new" && isTaken) return { to: newEmail, content: emailChangeTakenMail(options) };
  const end = template === "email-change-old" ? "old" : "new";
  const url = await makeLink(options, id, end);
  if (!url) return undefined;
  return end === "old"
    ? { to: old_email, content: emailChangeOldMail({ name, newEmail, url, lifetimeHours }) }
    : { to: newEmail, content: emailChangeNewMail({ url, lifetimeHours }) };
}

/** Its new address is taken when it has an account, is kept for an admin, or somebody else asked for it first. */
function findChange({ db }: ComposeOptions, id: string) {
  return db
    .selectFrom("auth.email_changes as c")
    .select(["c.user_id", "c.old_email", "c.new_email", "c.changed_at"])
    .select(sql<boolean>`c.changed_at is null and c.expires_at > now()`.as("isOpen"))
    .select(
      sql<boolean>`exists (select from auth.users u where u.email = c.new_email)
        or exists (select from admin_emails a where a.email = c.new_email)
        or exists (select from auth.email_changes o
                    where o.new_email = c.new_email and o.user_id <> c.user_id
                      and o.changed_at is null and o.expires_at > now()
                      and (o.created_at, o.id) < (c.created_at, c.id))`.as("isTaken"),
    )
    .where("c.id", "=", id)
    .executeTakeFirst();
}

/** @returns undefined when this end has been confirmed already. */
async function makeLink({ db, appUrl, keys }: ComposeOptions, id: string, end: EmailChangeEnd) {
  const token = emailChangeToken(keys.emailChangeLinks, id, end);
  const kept = await db
    .updateTable("auth.email_changes")
    .set({ [`${end}_token_hash` as const]: emailChangeTokenHash(token) })
    .where("id", "=", id)
    .where(`${end}_confirmed_at`, "is", null)
    .returning("id")
    .executeTakeFirst();
  return kept && pageUrl(appUrl, `${paths.confirmEmailChange}?${new URLSearchParams({ token })}`);
}
