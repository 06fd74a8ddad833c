import { buffer } from "node:stream/consumers";
import { deleteCookie } from "hono/cookie";
import { accountNameInputSchema, accountSchema, passwordIfAnySchema } from "#shared/account/account.ts";
import { accountMessages } from "#shared/account/account-messages.ts";
import { yourDataMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import { deletionRequestInputSchema, ownDeletionRequestSchema } from "#shared/deletion-requests/deletion-requests.ts";
import { fileStem } from "#shared/slug.ts";
import type { OwnerContext } from "../../context.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { HttpError, notFound, onlyPost } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPasswordIfAny } from "../passwords/password.ts";
import { getCurrentSession, sessionCookieName } from "../sessions/current-session.ts";
import { endOtherAccess, revokeSession } from "../sessions/revoke-sessions.ts";
import { collectData } from "./export/collect-data.ts";
import { dataArchive } from "./export/data-archive.tsx";
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
  summary: "Disconnect one's Google account",
  audience: "person",
  body: passwordIfAnySchema,
  isBodyOptional: true,
  answer: statusSchema,
  refuses: ["wrong_password", "not_found", "last_way_in", "no_password", "rate_limited", "passwords_busy"],
});

const endSession = route("delete", "/account/sessions/{id}", {
  name: "endSession",
  summary: "Sign out on one device",
  audience: "person",
  params: idParameter,
  answer: statusSchema,
});

const endOtherSessions = route("delete", "/account/sessions", {
  name: "endOtherSessions",
  summary: "Sign out everywhere else",
  audience: "person",
  answer: statusSchema,
});

const askForDeletion = route("post", "/account/deletion-request", {
  name: "requestDeletion",
  summary: "Ask for the deletion of one's account",
  audience: "person",
  body: deletionRequestInputSchema,
  status: 201,
  answer: ownDeletionRequestSchema,
  refuses: ["wrong_password", "deletion_requested", "no_password", "rate_limited", "passwords_busy"],
});

const withdrawDeletion = route("delete", "/account/deletion-request", {
  name: "withdrawDeletionRequest",
  summary: "Withdraw the request",
  audience: "person",
  answer: statusSchema,
  refuses: ["not_found"],
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
  })
  .openapi(endSession, async (c) => {
    const { id } = c.req.valid("param");
    const { asOwner, appUrl } = ownerOf(c);
    const session = getCurrentSession(c);
    await asOwner(session.userId, async (tx, effects) => {
      if (!(await revokeSession(tx, session.userId, id))) throw notFound("session");
      effects.audit("session_ended", session.userId, { session_id: id });
    });
    if (id === session.id) {
      deleteCookie(c, sessionCookieName(appUrl), { path: "/", secure: appUrl.startsWith("https:") });
    }
    return c.json({ status: true }, 200);
  })
  .openapi(endOtherSessions, async (c) => {
    const { id, userId } = getCurrentSession(c);
    const { asOwner, now } = ownerOf(c);
    await asOwner(userId, async (tx, effects) => {
      const sessions = await endOtherAccess(tx, effects, { userId, keptId: id, at: now(), by: "session_ended" });
      if (sessions > 0) effects.audit("session_ended", userId, { sessions });
    });
    return c.json({ status: true }, 200);
  })
  .openapi(askForDeletion, async (c) => {
    const { actor } = c.var;
    const dependencies = ownerOf(c);
    const { userId } = getCurrentSession(c);
    await assertOwnPasswordIfAny(c, getCurrentSession(c), c.req.valid("json").password);
    try {
      const request = await dependencies.asActor(actor, async (tx, effects) => {
        effects.audit("deletion_requested", userId);
        effects.mail("deletion-requested", { user_id: userId });
        const inserted = tx.insertInto("deletion_requests").values({ user_id: userId });
        return inserted.returning(["requested_at", "due_at"]).executeTakeFirstOrThrow();
      });
      return c.json(request, 201);
    } catch (error) {
      if (isUniqueViolation(error)) throw new HttpError("deletion_requested", yourDataMessages.alreadyRequested);
      throw error;
    }
  })
  .openapi(withdrawDeletion, async (c) => {
    const { actor } = c.var;
    const dependencies = ownerOf(c);
    const { userId } = getCurrentSession(c);
    await dependencies.asActor(actor, async (tx, effects) => {
      const { numDeletedRows } = await tx
        .deleteFrom("deletion_requests")
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound("request of yours");
      effects.audit("deletion_withdrawn", userId);
      effects.mail("deletion-withdrawn", { user_id: userId });
    });
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
      throw new HttpError("last_way_in", accountMessages.lastWayIn);
    }
    await tx.deleteFrom("auth.accounts").where("id", "=", google.id).execute();
    recordChangedWayIn(effects, userId, "google_disconnected");
  });
}

const download = route("post", "/account/export", {
  name: "exportAccount",
  summary: "Everything the club holds about oneself, as a ZIP file",
  audience: "person",
  file: "application/zip",
  refuses: ["rate_limited", "files_busy", "files_unavailable"],
});

export const exportRoutes = createRouter().openapi(download, async (c) => {
  const { userId } = getCurrentSession(c);
  const { fileMaker, now, readClub } = ownerOf(c);
  const day = now().toISOString().slice(0, 10);
  const club = await readClub();
  const archive = await fileMaker.make(userId, () => makeArchive(ownerOf(c), userId, day));
  const name = `${fileStem(club.identity.name)}-data-${day}.zip`;
  return c.body(archive, 200, {
    "content-type": "application/zip",
    "content-disposition": attachment(name),
  }) as never;
});
exportRoutes.get(download.path, onlyPost);

async function makeArchive(context: OwnerContext, userId: string, day: string) {
  const { asOwner, files, pageSeal, readAs, readClub } = context;
  // Committed first, so the archive includes this audit row.
  await asOwner(userId, async (_tx, effects) => effects.audit("data_exported", userId));
  const data = await asOwner(userId, (tx) => collectData(tx, userId, { files, pageSeal }));
  const club = await readClub();
  const logoFile = club.brand.logo_file_id && (await files.open(readAs("owner"), club.brand.logo_file_id));
  const logo = logoFile ? await buffer(logoFile.read()) : undefined;
  return dataArchive(data, day, club, logo);
}
