import { type MailKind, mailKinds } from "#shared/deal-mails-messages.ts";
import { readSignedToken, signedToken } from "../../platform/mail/signed-token.ts";

const purposeOf = (kind: MailKind) => `mail consent: deal_${kind}`;

/** RFC 8058: mail programs POST to it, without a session. */
export const unsubscribeFromDealsUrl = (appUrl: string, key: string, kind: MailKind, userId: string): string =>
  `${appUrl}/api/mail-consents/one-click?${new URLSearchParams({ token: signedToken(key, userId, purposeOf(kind)) })}`;

/** @returns whose it is, and of which kind of mail. */
export function readUnsubscribeToken(key: string, token: string): { userId: string; kind: MailKind } | undefined {
  for (const kind of mailKinds) {
    const userId = readSignedToken(key, token, purposeOf(kind));
    if (userId) return { userId, kind };
  }
  return undefined;
}
