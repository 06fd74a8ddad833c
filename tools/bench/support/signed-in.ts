import { call } from "#tests/ops/support/visitor.ts";

/** Signs in by a call. @returns the cookie of the session. */
export async function signIn(url: string, account: { email: string; password: string }): Promise<string> {
  const { status, headers } = await call(url, "POST /api/auth/sign-in/email", account);
  if (status !== 200) throw new Error(`${account.email} could not sign in: ${status}`);
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  return cookies.join("; ");
}
