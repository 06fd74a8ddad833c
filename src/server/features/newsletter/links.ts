import { paths } from "#shared/paths.ts";
import { readSignedToken, signedToken, tokenPage } from "../../platform/mail/signed-token.ts";

type Action = "confirm" | "unsubscribe";

/** Every mail to an address has the same links. */
export const newsletterToken = (key: string, id: string, action: Action): string =>
  signedToken(key, id, `newsletter: ${action}`);

/** @returns the subscription's id; undefined for a token that was not made for this action. */
export const readNewsletterToken = (key: string, token: string, action: Action): string | undefined =>
  readSignedToken(key, token, `newsletter: ${action}`);

const pages = { confirm: paths.confirmNewsletter, unsubscribe: paths.unsubscribeNewsletter };

/** Of a page, which acts when its button is pressed. */
export const newsletterPage = (appUrl: string, action: Action, token: string): string =>
  tokenPage(appUrl, pages[action], token);

/** RFC 8058: mail programs POST to it. */
export const oneClickUrl = (appUrl: string, token: string): string =>
  `${appUrl}/api/newsletter-subscriptions/one-click?${new URLSearchParams({ token })}`;
