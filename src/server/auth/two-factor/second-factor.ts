import { symmetricEncrypt } from "better-auth/crypto";
import type { Context } from "hono";
import type { Transaction } from "kysely";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { recordChangedWayIn } from "../account/way-in-changed.ts";
import { ownerOf } from "../owner-of.ts";
import { lockPerson } from "../passwords/password.ts";
import { endOtherAccess } from "../sessions/revoke-sessions.ts";
import { type CurrentSession, hasSecondFactor } from "../sessions/session.ts";
import { renewSession, setSessionCookie } from "../sessions/start-session.ts";
import { createRecoveryCodes } from "./two-factor-plugin.ts";

/**
 * Enabling revokes other sessions. @param checkedSecret detects a setup restarted meanwhile. @throws HttpError
 * invalid_code.
 */
export async function giveSecondFactor(
  c: Context<Environment>,
  session: CurrentSession,
  checkedSecret: string,
): Promise<void> {
  const { now } = ownerOf(c);
  if (hasSecondFactor(session)) {
    const renewed = await ownerOf(c)
      .db.transaction()
      .execute((tx) => renewSession(tx, session, { factor_at: now() }));
    if (renewed.cookieToken) await setSessionCookie(c, renewed.cookieToken);
    return;
  }
  await changeSecondFactor(c, session, "two_factor_enabled", now(), async (tx) => {
    const factor = tx.updateTable("auth.two_factors").set({ verified: true }).where("user_id", "=", session.userId);
    const { numUpdatedRows } = await factor.where("secret", "=", checkedSecret).executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new HttpError(400, "invalid_code", accountMessages.twoFactor.invalidCode);
  });
}

/** An unverified setup is dropped without audit or mail. */
export async function removeSecondFactor(c: Context<Environment>, session: CurrentSession): Promise<void> {
  const remove = (tx: Transaction<DB>) =>
    tx.deleteFrom("auth.two_factors").where("user_id", "=", session.userId).execute();
  if (hasSecondFactor(session)) await changeSecondFactor(c, session, "two_factor_disabled", null, remove);
  else await ownerOf(c).db.transaction().execute(remove);
}

/** @returns ten codes that replace all earlier ones. */
export async function renewRecoveryCodes(c: Context<Environment>, session: CurrentSession): Promise<string[]> {
  const codes = createRecoveryCodes();
  const key = (await ownerOf(c).auth.$context).secretConfig;
  const backup_codes = await symmetricEncrypt({ key, data: JSON.stringify(codes) });
  await changeSecondFactor(c, session, "recovery_codes_renewed", undefined, (tx) =>
    tx.updateTable("auth.two_factors").set({ backup_codes }).where("user_id", "=", session.userId).execute(),
  );
  return codes;
}

/** @param factorAt undefined leaves it unchanged. */
async function changeSecondFactor(
  c: Context<Environment>,
  session: CurrentSession,
  kind: Parameters<typeof recordChangedWayIn>[2],
  factorAt: Date | null | undefined,
  change: (tx: Transaction<DB>) => Promise<unknown>,
): Promise<void> {
  const dependencies = ownerOf(c);
  const { cookieToken } = await dependencies.asOwner(session.userId, async (tx, effects) => {
    await lockPerson(tx, session.userId);
    await change(tx);
    const renewed = await renewSession(tx, session, factorAt === undefined ? {} : { factor_at: factorAt });
    const at = dependencies.now();
    await endOtherAccess(tx, effects, { userId: session.userId, keptId: renewed.id, at, by: kind });
    recordChangedWayIn(effects, session.userId, kind);
    return renewed;
  });
  if (cookieToken) await setSessionCookie(c, cookieToken);
}
