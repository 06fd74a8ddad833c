import { makeSignature } from "better-auth/crypto";
import type { Client } from "pg";
import { deriveKeys } from "#server/auth/derive-keys.ts";
import { sessionCookieName } from "#server/auth/sessions/current-session.ts";

/**
 * Members who have never submitted a profile, each with a session: a person may submit once, so that many writes need
 * many people, and hashing a password for each would take longer than the bench.
 * @returns their cookies.
 */
export async function addWriters(
  owner: Client,
  { url, authSecret }: { url: string; authSecret: string },
  count: number,
): Promise<string[]> {
  const { rows } = await owner.query<{ token: string }>(
    `with people as (
       insert into auth.users (name, email, email_verified)
       select 'Writer ' || n, 'writer-' || n || '@large.example', true from generate_series(1, $1::int) as n returning id
     ), roles as (
       insert into user_roles (user_id, role, status, approved_at) select id, 'member', 'approved', now() from people
     )
     insert into auth.sessions (user_id, token, expires_at, updated_at)
     select id, replace(gen_random_uuid()::text, '-', ''), now() + interval '1 day', now() from people returning token`,
    [count],
  );
  return Promise.all(
    rows.map(async ({ token }) => {
      const value = encodeURIComponent(`${token}.${await makeSignature(token, deriveKeys(authSecret).betterAuth)}`);
      return `${sessionCookieName(url)}=${value}`;
    }),
  );
}
