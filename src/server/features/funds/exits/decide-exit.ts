import { sql } from "kysely";
import type { Caller } from "../../../context.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { listPartOwners, tellAnnounced, tellNotEffective } from "../announced/announce.ts";
import { getExit } from "./exit-queries.ts";
import { tellExitConfirmed } from "./tell-exit.ts";

/** By another admin. Everybody who holds the shares is told, a day before where one of both holds some. @throws HttpError */
export const confirmExit = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await runCommand<"confirmed" | "announced">(tx, sql`confirm_exit(${id})`, "exit");
    if (outcome === "announced") await tellAnnounced(tx, effects, "exit", id);
    else await tellExitConfirmed({ tx, effects, id });
    return getExit(tx, actor, id);
  });

/** Before any of its money is booked. The members notified of it are notified of that too. @throws HttpError */
export const withdrawExit = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const ended = await runCommand<"withdrawn" | "taken_back">(tx, sql`withdraw_exit(${id}, ${reason})`, "exit");
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_withdrawn", exit.company_id, { exit_id: id, reason });
    if (ended === "withdrawn") await tellNotEffective(tx, effects, "exit", id);
    else
      for (const user_id of await listPartOwners(tx, "exit", id)) {
        effects.notify(user_id, "exit_withdrawn", id);
        effects.mail("exit-withdrawn", { user_id, exit_id: id });
      }
    return exit;
  });
