import { sql } from "kysely";
import type { z } from "zod";
import type { outsidePaymentSchema } from "#shared/funds/funds-exits.ts";
import type { Caller } from "../../../context.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { getExit } from "./exit-queries.ts";

/** When imported shares were paid for, on an admin's word, until another one confirms it. @throws HttpError */
export const recordOutsidePayment = (
  { dependencies, actor }: Caller,
  id: string,
  { paid_on, source }: z.output<typeof outsidePaymentSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`record_outside_payment(${id}, ${paid_on}, ${source})`, "exit");
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_outside_payment_recorded", exit.company_id, { exit_id: id, paid_on, source });
    return exit;
  });

/** By another admin, who has no part in it; those who were paid are told. @throws HttpError */
export const confirmOutsidePayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const call = sql`confirm_outside_payment(${id})`;
    const outcome = await runCommand<"confirmed" | "confirmed_alone">(tx, call, "exit");
    const exit = await getExit(tx, actor, id);
    const paid_on = exit.outside?.paid_on ?? null;
    const alone = outcome === "confirmed_alone" && { alone: true };
    effects.audit("exit_outside_payment_confirmed", exit.company_id, { exit_id: id, paid_on, ...alone });
    for (const { user_id, lots } of exit.members_paid)
      if (user_id !== null && lots.some(({ deal_id, issued_on }) => deal_id === null && issued_on !== null))
        effects.notify(user_id, "exit_paid", id);
    return exit;
  });

/** By any admin, its author too. @throws HttpError */
export const refuseOutsidePayment = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`refuse_outside_payment(${id}, ${reason})`, "exit");
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_outside_payment_refused", exit.company_id, { exit_id: id, reason });
    return exit;
  });
