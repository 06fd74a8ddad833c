import type { Database } from "../../platform/db/connect.ts";
import { sampleAccounts } from "../../sample/sample-club.ts";

/** A real club must not open sample accounts, whose passwords are public. @throws Error for the operator. */
export async function refuseSamplePeople(db: Database): Promise<void> {
  const emails = Object.values(sampleAccounts).map(({ email }) => email);
  const found = await db.selectFrom("auth.users").select("id").where("email", "in", emails).executeTakeFirst();
  if (!found) return;
  throw new Error(
    "The database at DATABASE_URL holds the sample club, whose passwords everybody knows. Start the real club with another, empty database.",
  );
}

/** A sample club would delete a real club's first admins. @throws Error for the operator. */
export async function refuseRealPeople(db: Database): Promise<void> {
  const people = db.selectFrom("auth.users").select("email").union(db.selectFrom("admin_emails").select("email"));
  const emails = (await people.execute()).map(({ email }) => email);
  if (emails.length === 0 || emails.includes(sampleAccounts.admin.email)) return;
  throw new Error(
    "The database at DATABASE_URL holds a real club. Set ADMIN_EMAILS to the e-mail addresses of its admins.",
  );
}
