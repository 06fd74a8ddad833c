import type { Context } from "hono";
import type { Environment } from "../../context.ts";

export const securityTextPath = "/.well-known/security.txt";

/** RFC 9116 asks for less than a year. */
const validMilliseconds = 180 * 24 * 60 * 60 * 1000;

/** Whom to tell of a weakness: RFC 9116. */
export async function securityText(c: Context<Environment>): Promise<Response> {
  const { readClub, appUrl, now } = c.var.dependencies;
  const { identity } = await readClub();
  const lines = [
    `Contact: mailto:${identity.contact_email}`,
    `Expires: ${new Date(now().getTime() + validMilliseconds).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${appUrl}${securityTextPath}`,
  ];
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" };
  return c.body(`${lines.join("\n")}\n`, 200, headers);
}
