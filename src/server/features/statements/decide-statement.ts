import type { Transaction } from "kysely";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { transition } from "../../platform/db/transition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { withPresentRecord } from "../../platform/http/run-command.ts";
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
  const readStatement = async (tx: Transaction<DB>) => {
    const found = await findStatement(tx, id);
    if (!found) throw notFound("statement");
    return withCan(statementPolicy, actor, stateAt(found, dependencies.now()));
  };
  return withPresentRecord(
    () =>
      dependencies.asActor(actor, async (tx, effects) => {
        const outcome = await transition(tx, { table: "statements", id, from, to, note: reason }, "statement");
        const statement = await readStatement(tx);
        if (outcome === "changed") {
          effects.audit(`statement_${kind}`, id, { kind: statement.kind });
          if (statement.user_id) {
            effects.mail("statement-decided", { user_id: statement.user_id, statement_id: id });
            effects.notify(statement.user_id, `statement_${kind}`, id);
          }
        }
        return statement;
      }),
    () => dependencies.asActor(actor, readStatement),
  );
}
