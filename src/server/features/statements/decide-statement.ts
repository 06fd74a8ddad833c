import { statementMessages as messages } from "#shared/signed-statement-messages.ts";
import type { Caller } from "../../context.ts";
import { transition } from "../../platform/db/transition.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { stateAt, statementPolicy } from "./policy.ts";
import { findStatement } from "./queries.ts";

interface Decision {
  id: string;
  to: "live" | "refused" | "revoked";
  reason: string;
}

/** @throws HttpError 409 with the present statement, for one's own and for one that is in another state. */
export function decideStatement({ dependencies, actor }: Caller, { id, to, reason }: Decision) {
  const from = to === "revoked" ? ["live"] : ["in_review"];
  const kind = to === "live" ? "accepted" : to;
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await transition(tx, { table: "statements", id, from, to, note: reason });
    const found = await findStatement(tx, id);
    if (!outcome || !found) throw notFound("statement");
    const record = withCan(statementPolicy, actor, stateAt(found, dependencies.now()));
    if (record.user_id === actor.userId) throw new HttpError(409, "own_record", messages.ownStatement, { record });
    if (outcome === "conflict") throw new HttpError(409, "statement_closed", messages.isClosed, { record });
    if (outcome === "changed") {
      effects.audit(`statement_${kind}`, id, { kind: found.kind });
      if (found.user_id) {
        effects.mail("statement-decided", { user_id: found.user_id, statement_id: id });
        effects.notify(found.user_id, `statement_${kind}`, id);
      }
    }
    return record;
  });
}
