import { sql } from "kysely";
import { type ComposeOptions, composeMail } from "#server/mails.ts";
import type { ComposedMail, MailRequest } from "#server/platform/mail/mail-content.ts";

/** Dequeues and renders mails like the worker. */
export async function takeMails(club: ComposeOptions): Promise<ComposedMail[]> {
  const { rows } = await sql<{ data: MailRequest }>`delete from pgboss.job where name = 'mail' returning data`.execute(
    club.db,
  );
  const mails = [];
  for (const { data } of rows) mails.push(await composeMail(club, data));
  return mails.filter((mail) => mail !== undefined);
}
