import { sql } from "kysely";
import { sumOf } from "#shared/group-by.ts";
import type { Caller } from "../../../context.ts";
import { runCommand } from "../../../platform/http/run-command.ts";

interface OfDeal {
  deal_id: string;
  payments: number;
  pence: number;
}

/** Costs and every member's part, of deals whose money has arrived. @throws HttpError */
export const proposePayments = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const deals = await runCommand<OfDeal[]>(tx, sql`propose_exit_payments(${id}, ${reason})`, "exit");
    for (const { deal_id, payments, pence } of deals)
      effects.audit("exit_payments_proposed", deal_id, { exit_id: id, payments, pence, reason });
    return { ...toTotal(deals), left_out: 0 };
  });

interface Approved {
  deals: OfDeal[];
  left_out: number;
  /** Payments to the actor, which are the actor's proposals now. */
  taken_over: OfDeal[];
}

/**
 * All that wait and that the actor neither proposed nor is paid. What another proposed to pay to the actor is the actor's proposal from
 * then on: of two admins nobody could approve it else. @throws HttpError where there is none
 */
export const approvePayments = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { deals, left_out, taken_over } = await runCommand<Approved>(tx, sql`approve_exit_payments(${id})`, "exit");
    for (const { deal_id, payments, pence } of deals)
      effects.audit("exit_payments_approved", deal_id, { exit_id: id, payments, pence });
    for (const { deal_id, payments, pence } of taken_over)
      effects.audit("exit_payments_proposed", deal_id, { exit_id: id, payments, pence, is_own: true });
    return { ...toTotal(deals), left_out };
  });

const toTotal = (deals: readonly OfDeal[]) => ({
  payments: sumOf(deals, ({ payments }) => payments),
  pence: sumOf(deals, ({ pence }) => pence),
});
