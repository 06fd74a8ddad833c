import { accountNameInputSchema, accountSchema, passwordIfAnySchema } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import type { OwnerContext } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPasswordIfAny } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { readAccount } from "./read-account.ts";
import { recordChangedWayIn } from "./way-in-changed.ts";

const route = routesOf("Account");

const read = route("get", "/account", {
  name: "getAccount",
  summary: "How one signs in, and where one is signed in",
  audience: "person",
  answer: accountSchema,
});

const rename = route("put", "/account/name", {
  name: "changeName",
  summary: "Change one's name",
  audience: "person",
  body: accountNameInputSchema,
  answer: accountNameInputSchema,
});

const disconnect = route("delete", "/account/identities/google", {
  name: "disconnectGoogle",
  summary: "Disconnect one's Google account; the password is asked for",
  audience: "person",
  body: passwordIfAnySchema,
  isBodyOptional: true,
  answer: statusSchema,
  refuses: ["wrong_password", "not_found", "last_way_in", "no_password", "rate_limited", "passwords_busy"],
});

export const accountRoutes = createRouter()
  .openapi(read, async (c) => c.json(await readAccount(ownerOf(c), getCurrentSession(c)), 200))
  .openapi(rename, async (c) => {
    const { full_name } = c.req.valid("json");
    const { userId } = getCurrentSession(c);
    const { asOwner, now } = ownerOf(c);
    await asOwner(userId, async (tx, effects) => {
      const person = tx.updateTable("auth.users").where("id", "=", userId);
      await person.set({ name: full_name, updated_at: now() }).execute();
      effects.audit("account_name_changed", userId);
    });
    return c.json({ full_name }, 200);
  })
  .openapi(disconnect, async (c) => {
    const session = getCurrentSession(c);
    await assertOwnPasswordIfAny(c, session, c.req.valid("json").password);
    await disconnectGoogle(ownerOf(c), session.userId);
    return c.json({ status: true }, 200);
  });

/** @throws HttpError not_found when not connected, last_way_in without a password. */
function disconnectGoogle(dependencies: OwnerContext, userId: string): Promise<void> {
  return dependencies.asOwner(userId, async (tx, effects) => {
    const accounts = await tx
      .selectFrom("auth.accounts")
      .select(["id", "provider_id", "password"])
      .where("user_id", "=", userId)
      .forUpdate()
      .execute();
    const google = accounts.find(({ provider_id }) => provider_id === "google");
    if (!google) throw notFound("connected Google account");
    if (!accounts.some(({ password }) => password)) {
      throw new HttpError(409, "last_way_in", accountMessages.lastWayIn);
    }
    await tx.deleteFrom("auth.accounts").where("id", "=", google.id).execute();
    recordChangedWayIn(effects, userId, "google_disconnected");
  });
}
