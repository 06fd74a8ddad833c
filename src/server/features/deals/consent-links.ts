import { readSignedToken, signedToken } from "../../platform/mail/signed-token.ts";

const purpose = "mail consent: deal_release";

/** RFC 8058: mail programs POST to it, without a session. */
export const unsubscribeFromDealsUrl = (appUrl: string, key: string, userId: string): string =>
  `${appUrl}/api/mail-consents/one-click?${new URLSearchParams({ token: signedToken(key, userId, purpose) })}`;

/** @returns whose it is. */
export const readUnsubscribeToken = (key: string, token: string): string | undefined =>
  readSignedToken(key, token, purpose);
