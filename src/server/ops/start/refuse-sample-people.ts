import type { Database } from "../../platform/db/connect.ts";
import { sampleAccounts } from "../../sample/sample-club.ts";

/**
 * Keeps a real club from opening on the database of the sample club, whose people have a password that everybody knows.
 * The club's own server keeps the two apart; an operator's DATABASE_URL may not.
 * @throws Error for the operator.
 */
export async function refuseSamplePeople(db: Database): Promise<void> {
  const emails = Object.values(sampleAccounts).map(({ email }) => email);
  const found = await db.selectFrom("auth.users").select("id").where("email", "in", emails).executeTakeFirst();
  if (!found) return;
  throw new Error(
    "The database at DATABASE_URL holds the sample club, whose passwords everybody knows. Start the real club with another, empty database.",
  );
}

/**
 * Keeps the sample club off the database of a real one, whose first admins it would forget.
 * @throws Error for the operator.
 */
export async function refuseRealPeople(db: Database): Promise<void> {
  const people = db.selectFrom("auth.users").select("email").union(db.selectFrom("admin_emails").select("email"));
  const emails = (await people.execute()).map(({ email }) => email);
  if (emails.length === 0 || emails.includes(sampleAccounts.admin.email)) return;
  throw new Error(
    "The database at DATABASE_URL holds a real club. Set ADMIN_EMAILS to the e-mail addresses of its admins.",
  );
}
