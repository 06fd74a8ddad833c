import { sql } from "kysely";
import type { z } from "zod";
import type { outsidePaymentSchema } from "#shared/funds-exits.ts";
import { exitMessages as messages } from "#shared/funds-exits-messages.ts";
import type { Caller } from "../../../context.ts";
import { HttpError, notFound, refusedField } from "../../../platform/http/http-error.ts";
import { getExit } from "./exit-queries.ts";

const refusals = {
  closed: () => new HttpError(409, "revision_conflict", messages.outsideNotConfirmed),
  waits: () => new HttpError(409, "revision_conflict", messages.outsideWaits),
  nothing_imported: () => new HttpError(409, "payment_closed", messages.nothingOutside),
  in_future: () => refusedField("paid_on", messages.inFuture),
  too_early: () => refusedField("paid_on", messages.beforeExit),
};

/** When imported shares were paid for, on an admin's word, until another one confirms it. @throws HttpError */
export const recordOutsidePayment = (
  { dependencies, actor }: Caller,
  id: string,
  { paid_on, source }: z.output<typeof outsidePaymentSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: "recorded" | keyof typeof refusals | null }>`
      select record_outside_payment(${id}, ${paid_on}, ${source}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome;
    if (!outcome) throw notFound("exit");
    if (outcome !== "recorded") throw refusals[outcome]();
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_outside_payment_recorded", exit.company_id, { exit_id: id, paid_on, source });
    return exit;
  });

/** By another admin, who has no part in it; those who were paid are told. @throws HttpError */
export const confirmOutsidePayment = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: string | null }>`select confirm_outside_payment(${id}) as outcome`.execute(
      tx,
    );
    const outcome = rows[0]?.outcome;
    if (!outcome) throw notFound("exit");
    if (outcome === "second_person_required") throw new HttpError(403, outcome, messages.outsideSecondPerson);
    if (outcome === "closed") throw new HttpError(409, "revision_conflict", messages.outsideDecided);
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
    const { rows } = await sql<{ outcome: string | null }>`
      select refuse_outside_payment(${id}, ${reason}) as outcome`.execute(tx);
    const outcome = rows[0]?.outcome;
    if (!outcome) throw notFound("exit");
    if (outcome === "closed") throw new HttpError(409, "revision_conflict", messages.outsideDecided);
    const exit = await getExit(tx, actor, id);
    effects.audit("exit_outside_payment_refused", exit.company_id, { exit_id: id, reason });
    return exit;
  });
