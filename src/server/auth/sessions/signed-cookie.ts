import { createHmac, timingSafeEqual } from "node:crypto";

/** Format: value, dot, base64 HMAC-SHA-256. Hono's parser uses WebCrypto, which dispatches to a thread. */
export function signedValueOf(cookie: string | undefined, key: string): string | undefined {
  const end = cookie?.lastIndexOf(".") ?? -1;
  if (!cookie || end < 1) return undefined;
  const value = cookie.slice(0, end);
  const expected = Buffer.from(createHmac("sha256", key).update(value).digest("base64"));
  const given = Buffer.from(cookie.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}
