import { sql, type Transaction } from "kysely";
import type { AuditKind } from "#shared/audit/audit.ts";
import { peopleMessages } from "#shared/people/people-messages.ts";
import { liftLimits } from "../../auth/account/lift-limits.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AuditDetails, Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { personResponse } from "./person-response.ts";
import { getPerson, type PersonRow } from "./queries.ts";
import { recordAction } from "./record-action.ts";

/** Turns it off, signs the person out and revokes their API keys. @throws HttpError without one. */
export const resetSecondFactor = (caller: Caller, userId: string, reason: string) =>
  actOn(caller, userId, reason, "two_factor_reset", async (tx, _person, mail, effects) => {
    const { rows } = await sql<{ was_on: boolean }>`select reset_second_factor(${userId}) as was_on`.execute(tx);
    if (!rows[0]?.was_on) throw new HttpError("bad_request", peopleMessages.noSecondFactor, { status: 409 });
    await revokeKeys(tx, effects, userId, "two_factor_reset");
    mail("two-factor-reset");
  });

export const signOutEverywhere = (caller: Caller, userId: string, reason: string) =>
  actOn(caller, userId, reason, "signed_out_everywhere", async (tx, _person, mail, effects) => {
    const { rows } = await sql<{ sessions: number }>`select sign_out_everywhere(${userId}) as sessions`.execute(tx);
    await revokeKeys(tx, effects, userId, "signed_out_everywhere");
    mail("signed-out-everywhere");
    return { sessions: rows[0]?.sessions ?? 0 };
  });

/** @throws HttpError for a verified address, and 429 after too many of these mails. */
export const resendVerification = ({ dependencies, actor }: Caller, userId: string, reason: string) =>
  actOn({ dependencies, actor }, userId, reason, "verification_mail_requested", async (_tx, person, _mail, effects) => {
    if (person.email_verified) throw new HttpError("bad_request", peopleMessages.alreadyVerified, { status: 409 });
    await dependencies.limits.verificationMailsPerEmail.take(person.email, { userId });
    effects.mail("verification", { user_id: userId });
  });

export async function liftSignInLimit(caller: Caller, userId: string, reason: string) {
  const person = await actOn(caller, userId, reason, "sign_in_limit_lifted", async () => {});
  await liftLimits(caller.dependencies.limits, { userId, emails: [person.email] });
  return person;
}

async function revokeKeys(tx: Transaction<DB>, effects: Effects, userId: string, by: AuditKind): Promise<void> {
  const { rows } = await sql<{ keys: number }>`select revoke_api_keys_of(${userId}) as keys`.execute(tx);
  const keys = rows[0]?.keys ?? 0;
  if (keys > 0) effects.audit("api_key_revoked", userId, { keys, by });
}

type Act = (
  tx: Transaction<DB>,
  person: PersonRow,
  mail: (template: "two-factor-reset" | "signed-out-everywhere") => void,
  effects: Effects,
  // biome-ignore lint/suspicious/noConfusingVoidType: most acts have no details.
) => Promise<AuditDetails | void>;

/** @throws HttpError for nobody with an account, and for one's own. */
function actOn({ dependencies, actor }: Caller, userId: string, reason: string, kind: AuditKind, act: Act) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const person = await getPerson(tx, userId);
    assertSomebodyElse(actor, userId);
    const action_id = await recordAction(tx, actor, userId, kind, reason);
    const mail: Parameters<Act>[2] = (template) => effects.mail(template, { user_id: userId, action_id });
    const details = await act(tx, person, mail, effects);
    effects.audit(kind, userId, { ...details, action_id });
    return personResponse(tx, actor, userId);
  });
}

export function assertSomebodyElse(actor: Caller["actor"], userId: string): void {
  if (actor.userId === userId) throw new HttpError("own_role", peopleMessages.ownAccount);
}
