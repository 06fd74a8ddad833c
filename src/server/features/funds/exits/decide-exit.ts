import { type Kysely, sql } from "kysely";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { getExit } from "./exit-queries.ts";

/** By another admin, who holds none of the shares; everybody who does is told. @throws HttpError */
export const confirmExit = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`confirm_exit(${id})`, "exit");
    const exit = await getExit(tx, actor, id);
    const { company_id, kind, shares, gross_pence, costs_pence } = exit;
    effects.audit("exit_confirmed", company_id, { exit_id: id, kind, shares, gross_pence, costs_pence });
    for (const user_id of await listMemberIds(tx, id)) {
      effects.notify(user_id, "exit_confirmed", id);
      effects.mail("exit-confirmed", { user_id, exit_id: id });
    }
    return exit;
  });

/** Before any of its money is booked. The members notified of it are notified of that too. @throws HttpError */
export const withdrawExit = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const ended = await runCommand<"withdrawn" | "taken_back">(tx, sql`withdraw_exit(${id}, ${reason})`, "exit");
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_withdrawn", exit.company_id, { exit_id: id, reason });
    for (const user_id of ended === "taken_back" ? await listMemberIds(tx, id) : []) {
      effects.notify(user_id, "exit_withdrawn", id);
      effects.mail("exit-withdrawn", { user_id, exit_id: id });
    }
    return exit;
  });

/** Those with an account. */
async function listMemberIds(db: Kysely<DB>, exitId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("exit_line_list")
    .select("user_id")
    .distinct()
    .where("exit_id", "=", exitId)
    .where("user_id", "is not", null)
    .orderBy("user_id")
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}
