import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";
import { buildPerson, type Person } from "#server/sample/builders.ts";

/** An admin by the settings' list of e-mails, without the role. */
export async function buildFirstAdmin(db: Kysely<DB>, input: Parameters<typeof buildPerson>[1] = {}): Promise<Person> {
  const person = await buildPerson(db, { full_name: "Grace Adeyemi", ...input });
  await db.insertInto("admin_emails").values({ email: person.email }).execute();
  return person;
}
