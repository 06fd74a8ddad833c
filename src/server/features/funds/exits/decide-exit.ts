import { type Kysely, sql } from "kysely";
import { exitMessages as messages } from "#shared/funds-exits-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { getExit } from "./exit-queries.ts";

/** By another admin, who holds none of the shares; everybody who does is told. @throws HttpError */
export const confirmExit = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: string | null }>`select confirm_exit(${id}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome;
    if (!outcome) throw notFound("exit");
    if (outcome === "second_person_required") throw new HttpError(403, outcome, messages.secondPerson);
    if (outcome === "lots_changed") throw new HttpError(409, "revision_conflict", messages.lotsChanged);
    if (outcome === "closed") throw new HttpError(409, "revision_conflict", messages.decided);
    const exit = await getExit(tx, actor, id);
    const { company_id, kind, shares, gross_pence, costs_pence } = exit;
    const alone = outcome === "confirmed_alone" && { alone: true };
    effects.audit("exit_confirmed", company_id, { exit_id: id, kind, shares, gross_pence, costs_pence, ...alone });
    for (const user_id of await listMemberIds(tx, id)) {
      effects.notify(user_id, "exit_confirmed", id);
      effects.mail("exit-confirmed", { user_id, exit_id: id });
    }
    return exit;
  });

/** Before any of its money is booked. The members notified of it are notified of that too. @throws HttpError */
export const withdrawExit = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: string | null }>`select withdraw_exit(${id}, ${reason}) as outcome`.execute(
      tx,
    );
    const outcome = rows[0]?.outcome;
    if (!outcome) throw notFound("exit");
    if (outcome === "closed") throw new HttpError(409, "revision_conflict", messages.decided);
    if (outcome === "money_moved") throw new HttpError(409, "payment_closed", messages.moneyMoved);
    if (outcome === "later_split") throw new HttpError(409, "revision_conflict", messages.laterSplit);
    if (outcome === "later_exit") throw new HttpError(409, "revision_conflict", messages.laterExit);
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_withdrawn", exit.company_id, { exit_id: id, reason });
    for (const user_id of outcome === "taken_back" ? await listMemberIds(tx, id) : []) {
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
