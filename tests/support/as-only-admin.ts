import type { Kysely } from "kysely";
import type { DB } from "#server/platform/db/database.generated.ts";

/** Runs `work` while nobody but this person is an admin. */
export async function asOnlyAdmin(db: Kysely<DB>, { id }: { id: string }, work: () => Promise<void>): Promise<void> {
  const others = () => db.updateTable("user_roles").where("role", "=", "admin").where("user_id", "<>", id);
  await others().set({ status: "rejected" }).execute();
  try {
    await work();
  } finally {
    await others().set({ status: "approved" }).execute();
  }
}
