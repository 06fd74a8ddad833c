import { createHash, randomBytes } from "node:crypto";
import { pageUrl, paths } from "#shared/paths.ts";

const tokenBytes = 32;

/** Random, so that nothing that the club keeps makes it again. */
export const newToken = (): string => randomBytes(tokenBytes).toString("base64url");

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Returns the link of a page; the token is behind the `#`. */
export const adviserLink = (appUrl: string, token: string): string =>
  pageUrl(appUrl, `${paths.adviser}?${new URLSearchParams({ token })}`);
