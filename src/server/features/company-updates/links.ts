import { pageUrl, paths } from "#shared/paths.ts";
import { readSignedToken, signedToken } from "../../platform/mail/signed-token.ts";

const purpose = "company update: send";

/** Of a page; the token is behind the `#`, and only a POST acts. @param id of a request. */
export const updateLink = (appUrl: string, key: string, id: string): string =>
  pageUrl(appUrl, `${paths.companyUpdate}?${new URLSearchParams({ token: signedToken(key, id, purpose) })}`);

/** @returns the request's id; undefined for a token that was not made for this. */
export const readUpdateToken = (key: string, token: string): string | undefined => readSignedToken(key, token, purpose);
