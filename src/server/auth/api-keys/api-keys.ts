import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { Transaction } from "kysely";
import { maximumApiKeys, apiKeyMessages as messages } from "#shared/api-keys/api-key-messages.ts";
import type { ApiKey, ApiKeyScope, CreatedApiKey } from "#shared/api-keys/api-keys.ts";
import type { List } from "#shared/lists.ts";
import type { Environment, OwnerContext } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { listAdmins } from "../list-admins.ts";
import { lockPerson } from "../passwords/password.ts";
import type { CurrentSession } from "../sessions/session.ts";

type KeyContext = Pick<OwnerContext, "asOwner" | "now">;

const day = 24 * 60 * 60 * 1000;

/** Of all admins, newest first. */
export const listApiKeys = ({ asOwner, now }: KeyContext, page: { cursor?: string | undefined; limit: number }) =>
  asOwner(null, async (tx): Promise<List<ApiKey>> => {
    const { items, next_cursor } = await keysetPage(selectKeys(tx), newestFirst("created_at"), page);
    return { items: items.map((row) => toApiKey(row, now())), next_cursor };
  });

interface NewKey {
  name: string;
  scope: ApiKeyScope;
  days: number;
}

/** Finds leaked keys in code and logs. */
const prefix = "kindling_";
const keyBytes = 32;

const createKey = (): string => prefix + randomBytes(keyBytes).toString("base64url");

export const isApiKey = (bearer: string): boolean => bearer.startsWith(prefix);

/** The hash needs no salt: nobody can guess 256 random bits. */
export const hashOfKey = (key: string): string => createHash("sha256").update(key).digest("hex");

export const apiKeyInvalid = () =>
  new HttpError("api_key_invalid", messages.invalid, {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });

/** @throws HttpError api_key_closed. */
export function assertKeyMayCall(c: Context<Environment>, scope: ApiKeyScope): void {
  const needed = c.get("keyScope");
  if (!needed) throw new HttpError("api_key_closed", messages.closed);
  if (needed === "write" && scope === "read") throw new HttpError("api_key_closed", messages.readOnly);
}

/** Tells all admins. @throws HttpError too_many_api_keys. */
export const makeApiKey = (
  { asOwner, now }: KeyContext,
  { userId, factorAt }: CurrentSession,
  { days, ...key }: NewKey,
) =>
  asOwner(userId, async (tx, effects): Promise<CreatedApiKey> => {
    await lockPerson(tx, userId);
    await assertRoom(tx, userId, now());
    const secret = createKey();
    const created_at = now();
    const expires_at = new Date(created_at.getTime() + days * day);
    const own = { user_id: userId, factor_at: factorAt, created_at, expires_at };
    const { id } = await tx
      .insertInto("auth.api_keys")
      .values({ ...key, ...own, key_hash: hashOfKey(secret), last_four: secret.slice(-4) })
      .returning("id")
      .executeTakeFirstOrThrow();
    effects.audit("api_key_created", userId, { key_id: id, scope: key.scope, days });
    for (const admin of await listAdmins(tx)) effects.mail("api-key-created", { user_id: admin, key_id: id });
    const row = await selectKeys(tx).where("k.id", "=", id).executeTakeFirstOrThrow();
    return { ...toApiKey(row, created_at), key: secret };
  });

/** One's own or another admin's. @throws HttpError not_found. */
export const revokeApiKey = ({ asOwner, now }: KeyContext, adminId: string, id: string) =>
  asOwner(adminId, async (tx, effects): Promise<void> => {
    const key = await tx
      .updateTable("auth.api_keys")
      .set({ revoked_at: now(), revoked_by: adminId })
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .returning("user_id")
      .executeTakeFirst();
    if (!key) throw notFound("API key that works");
    effects.audit("api_key_revoked", key.user_id, { key_id: id });
  });

interface Revocation {
  userId: string;
  at: Date;
  /** What ended them, for the audit. */
  by: string;
}

/** Revokes the keys of a person that still work. Another person may have made them. */
export async function revokeOwnApiKeys(
  tx: Transaction<DB>,
  effects: Effects,
  { userId, at, by }: Revocation,
): Promise<void> {
  const keys = await tx
    .updateTable("auth.api_keys")
    .set({ revoked_at: at, revoked_by: userId })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  if (keys.length > 0) effects.audit("api_key_revoked", userId, { keys: keys.length, by });
}

async function assertRoom(tx: Transaction<DB>, userId: string, now: Date): Promise<void> {
  const { count } = await tx
    .selectFrom("auth.api_keys")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  if (count >= maximumApiKeys) throw new HttpError("too_many_api_keys", messages.tooMany);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

const selectKeys = (tx: Transaction<DB>) =>
  tx
    .selectFrom("auth.api_keys as k")
    .innerJoin("people as p", "p.id", "k.user_id")
    .select(["k.id", "k.name", "k.scope", "k.last_four", "k.user_id", "k.created_at", "k.expires_at"])
    .select(["k.last_used_at", "k.revoked_at"])
    .select(({ fn, ref }) => fn<string>("coalesce", [ref("p.full_name"), ref("p.email")]).as("owner_name"));

function toApiKey({ revoked_at, created_at, expires_at, last_used_at, ...row }: Row, now: Date): ApiKey {
  const state = revoked_at ? "revoked" : expires_at <= now ? "expired" : "active";
  return {
    ...row,
    state,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    can: { revoke: state === "active" },
  };
}
