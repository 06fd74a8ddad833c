import { paths } from "#shared/paths.ts";
import { readSignedToken, signedToken, tokenPage } from "../../platform/mail/signed-token.ts";

const purpose = "company update: send";

/** @param id of a request. */
export const updateLink = (appUrl: string, key: string, id: string): string =>
  tokenPage(appUrl, paths.companyUpdate, signedToken(key, id, purpose));

/** @returns the request's id; undefined for a token that was not made for this. */
export const readUpdateToken = (key: string, token: string): string | undefined => readSignedToken(key, token, purpose);
