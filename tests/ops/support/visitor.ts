import { sampleAccounts } from "#server/sample/sample-club.ts";

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test expects it to be.
  body: any;
}

/** @param cookie of a session. @param body text is sent as a CSV file, bytes as a PDF. */
export async function call(url: string, route: string, body?: unknown, cookie = ""): Promise<Answer> {
  const [method, path] = route.split(" ");
  const fileType = typeof body === "string" ? "text/csv" : body instanceof Uint8Array ? "application/pdf" : undefined;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      origin: url,
      ...(cookie && { cookie }),
      ...(body !== undefined && { "content-type": fileType ?? "application/json" }),
    },
    ...(body !== undefined && { body: fileType ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text.startsWith("{") ? JSON.parse(text) : text };
}

/** @returns the session cookie. */
export const signInAsAdmin = (url: string): Promise<string> => signIn(url, sampleAccounts.admin);

/** @returns the session cookie. */
export async function signIn(url: string, account: { email: string; password: string }): Promise<string> {
  const { status, headers } = await call(url, "POST /api/auth/sign-in/email", account);
  if (status !== 200) throw new Error(`${account.email} could not sign in: ${status}`);
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
