import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * What a cookie of Better Auth's says, if we signed it: its value, a dot, and the HMAC-SHA-256 of the value in base64.
 * Not by Hono's own function, which calls WebCrypto and so a thread of its own for each request.
 */
export function signedValueOf(cookie: string | undefined, key: string): string | undefined {
  const end = cookie?.lastIndexOf(".") ?? -1;
  if (!cookie || end < 1) return undefined;
  const value = cookie.slice(0, end);
  const expected = Buffer.from(createHmac("sha256", key).update(value).digest("base64"));
  const given = Buffer.from(cookie.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}
