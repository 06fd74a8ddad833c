import { createRoute } from "@hono/zod-openapi";
import { deleteCookie } from "hono/cookie";
import { z } from "zod";
import { sessionCookieName } from "../../auth/current-session.ts";
import { endOtherSessions, endSession } from "../../auth/end-sessions.ts";
import { getCurrentSession } from "../../auth/get-current-session.ts";
import { writeAudit } from "../../db/audit.ts";
import { answers } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { idParameter } from "../../http/parameters.ts";
import { notFound } from "../../http/refusal.ts";
import { createRouter } from "../../http/router.ts";

const statusSchema = z.object({ status: z.boolean() });

const end = createRoute({
  method: "delete",
  path: "/account/sessions/{id}",
  summary: "Sign out on one device",
  ...openTo("person"),
  request: { params: idParameter },
  responses: answers(200, statusSchema, "Signed out there"),
});

const endOthers = createRoute({
  method: "delete",
  path: "/account/sessions",
  summary: "Sign out everywhere else",
  ...openTo("person"),
  responses: answers(200, statusSchema, "Signed in here alone"),
});

export const accountSessionRoutes = createRouter()
  .openapi(end, async (c) => {
    const { id } = c.req.valid("param");
    const { db, appUrl } = c.var.dependencies;
    const session = getCurrentSession(c);
    await db.transaction().execute(async (tx) => {
      if (!(await endSession(tx, session.userId, id))) throw notFound("session");
      await writeAudit(tx, session.userId, [["session_ended", session.userId, { session_id: id }]]);
    });
    if (id === session.id) {
      deleteCookie(c, sessionCookieName(appUrl), { path: "/", secure: appUrl.startsWith("https:") });
    }
    return c.json({ status: true }, 200);
  })
  .openapi(endOthers, async (c) => {
    const { id, userId } = getCurrentSession(c);
    await c.var.dependencies.db.transaction().execute(async (tx) => {
      const sessions = await endOtherSessions(tx, userId, id);
      if (sessions > 0) await writeAudit(tx, userId, [["session_ended", userId, { sessions }]]);
    });
    return c.json({ status: true }, 200);
  });
