import { sql } from "kysely";
import type { AsOwner } from "../../platform/db/types.ts";
import { readUnsubscribeToken } from "./consent-links.ts";

interface Given {
  asOwner: AsOwner;
  keys: { mailConsentLinks: string };
}

/** With the token of a mail's header, without a session. @returns false for a token of nobody. */
export async function withdrawMailConsent({ asOwner, keys }: Given, token: string): Promise<boolean> {
  const owner = readUnsubscribeToken(keys.mailConsentLinks, token);
  if (!owner) return false;
  const { userId, kind } = owner;
  await asOwner(userId, (tx) => sql`select change_mail_consent(${userId}, ${`deal_${kind}`}, false)`.execute(tx));
  return true;
}
