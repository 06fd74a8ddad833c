import { createRoute } from "@hono/zod-openapi";
import { deleteCookie } from "hono/cookie";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { getCurrentSession, sessionCookieName } from "../sessions/current-session.ts";
import { endOtherAccess, revokeSession } from "../sessions/revoke-sessions.ts";

const end = createRoute({
  method: "delete",
  path: "/account/sessions/{id}",
  summary: "Sign out on one device",
  ...openTo("person"),
  request: { params: idParameter },
  responses: responses(200, statusSchema, "Signed out there"),
});

const endOthers = createRoute({
  method: "delete",
  path: "/account/sessions",
  summary: "Sign out everywhere else; API keys of one's own are revoked",
  ...openTo("person"),
  responses: responses(200, statusSchema, "Signed in here alone"),
});

export const accountSessionRoutes = createRouter()
  .openapi(end, async (c) => {
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
  .openapi(endOthers, async (c) => {
    const { id, userId } = getCurrentSession(c);
    const { asOwner, now } = ownerOf(c);
    await asOwner(userId, async (tx, effects) => {
      const sessions = await endOtherAccess(tx, effects, { userId, keptId: id, at: now(), by: "session_ended" });
      if (sessions > 0) effects.audit("session_ended", userId, { sessions });
    });
    return c.json({ status: true }, 200);
  });
