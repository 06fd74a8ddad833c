import { sql } from "kysely";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { findOwn } from "./own-commitment.ts";

/** Reminders skip them until the money is due. Said twice it changes nothing. @throws HttpError 409 where nothing is to be sent. */
export const saySent = ({ dependencies, actor }: Caller, dealId: string): Promise<OwnCommitment> =>
  dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await runCommand<"said" | "unchanged">(tx, sql`say_sent(${dealId})`, "commitment");
    const own = await findOwn(tx, { dependencies, actor }, dealId, { isLive: true });
    if (!own) throw notFound("commitment");
    if (outcome === "said") {
      effects.audit("payment_said_sent", dealId, { number: own.number });
      if (actor.userId) effects.notify(actor.userId, "payment_said_sent", own.id);
    }
    return own;
  });
