import type { ClientBase } from "pg";

/** Throws away what was encrypted with a secret that is lost, which would only be in the way: nobody can read it. */
export async function forgetEncrypted(client: ClientBase): Promise<void> {
  await client.query("delete from auth.two_factors");
  await client.query("update auth.users set two_factor_enabled = false where two_factor_enabled");
  await client.query("delete from auth.jwks");
}
