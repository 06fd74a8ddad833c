import { hkdfSync, timingSafeEqual } from "node:crypto";
import { pageUrl } from "#shared/paths.ts";

const signatureBytes = 32;

/** Of a mail's link: signed, so that the database holds no secret. @param purpose a token serves no other. */
export function signedToken(key: string, id: string, purpose: string): string {
  const signature = Buffer.from(hkdfSync("sha256", key, id, purpose, signatureBytes));
  return `${id}.${signature.toString("base64url")}`;
}

/** @returns the id; undefined for a token that was not made for this purpose. */
export function readSignedToken(key: string, token: string, purpose: string): string | undefined {
  const [id = ""] = token.split(".");
  const expected = Buffer.from(signedToken(key, id, purpose));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

/** Of a page, which alone reads the token: it is behind the `#`, and only a POST acts. */
export const tokenPage = (appUrl: string, path: string, token: string): string =>
  pageUrl(appUrl, `${path}?${new URLSearchParams({ token })}`);
