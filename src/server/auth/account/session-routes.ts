import { deleteCookie } from "hono/cookie";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { getCurrentSession, sessionCookieName } from "../sessions/current-session.ts";
import { endOtherAccess, revokeSession } from "../sessions/revoke-sessions.ts";

const route = routesOf("Account");

const end = route("delete", "/account/sessions/{id}", {
  name: "endSession",
  summary: "Sign out on one device",
  audience: "person",
  params: idParameter,
  answer: statusSchema,
});

const endOthers = route("delete", "/account/sessions", {
  name: "endOtherSessions",
  summary: "Sign out everywhere else; API keys of one's own are revoked",
  audience: "person",
  answer: statusSchema,
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
