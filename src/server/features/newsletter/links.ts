import { hkdfSync, timingSafeEqual } from "node:crypto";
import { pageUrl, paths } from "#shared/paths.ts";

type Action = "confirm" | "unsubscribe";

const signatureBytes = 32;

/** Signed, so that the database holds no secret and every mail to an address has the same links. */
export function newsletterToken(key: string, id: string, action: Action): string {
  const signature = Buffer.from(hkdfSync("sha256", key, id, `newsletter: ${action}`, signatureBytes));
  return `${id}.${signature.toString("base64url")}`;
}

/** @returns the subscription's id; undefined for a token that was not made for this action. */
export function readNewsletterToken(key: string, token: string, action: Action): string | undefined {
  const [id = ""] = token.split(".");
  const expected = Buffer.from(newsletterToken(key, id, action));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

const pages = { confirm: paths.confirmNewsletter, unsubscribe: paths.unsubscribeNewsletter };

/** Of a page, which acts when its button is pressed. */
export const newsletterPage = (appUrl: string, action: Action, token: string): string =>
  pageUrl(appUrl, `${pages[action]}?${new URLSearchParams({ token })}`);

/** RFC 8058: mail programs POST to it. */
export const oneClickUrl = (appUrl: string, token: string): string =>
  `${appUrl}/api/newsletter-subscriptions/one-click?${new URLSearchParams({ token })}`;
