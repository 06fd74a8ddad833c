import type { ClientBase } from "pg";
import { sampleAccounts } from "../../sample/sample-club.ts";

/** Whether the database holds the sample club, whose people have a password that everybody knows. */
export async function holdsSampleClub(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query("select exists (select from auth.users where email = $1) as is_sample", [
    sampleAccounts.admin.email,
  ]);
  return rows[0]?.is_sample;
}
