import { createRoute } from "@hono/zod-openapi";
import { sessionMissingMessage } from "#shared/errors.ts";
import { sessionAnswerSchema } from "#shared/session.ts";
import { findCurrentSession, toSession } from "../../auth/current-session.ts";
import { answers } from "../../http/answers.ts";
import { openTo } from "../../http/guard.ts";
import { Refusal } from "../../http/refusal.ts";
import { createRouter } from "../../http/router.ts";

const read = createRoute({
  method: "get",
  path: "/session",
  summary: "Who is signed in, or null",
  ...openTo("anyone"),
  responses: answers(200, sessionAnswerSchema, "The session, or null"),
});

const refresh = createRoute({
  method: "post",
  path: "/session/refresh",
  summary: "Prolong the session",
  ...openTo("anyone"),
  responses: answers(200, sessionAnswerSchema, "The session with its new end"),
});

const end = createRoute({
  method: "delete",
  path: "/session",
  summary: "Sign out",
  ...openTo("anyone"),
  responses: answers(200, sessionAnswerSchema, "No session any more"),
});

export const sessionRoutes = createRouter()
  .openapi(read, (c) => {
    const { session, dependencies } = c.var;
    return c.json({ session: session && toSession(session, dependencies.now()) }, 200);
  })
  .openapi(refresh, async (c) => {
    const { auth, now } = c.var.dependencies;
    if (!c.var.session) throw new Refusal(400, "session_missing", sessionMissingMessage);
    const { headers } = await auth.api.getSession({ headers: c.req.raw.headers, returnHeaders: true });
    for (const cookie of headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
    const session = await findCurrentSession(c);
    return c.json({ session: session && toSession(session, now()) }, 200);
  })
  .openapi(end, async (c) => {
    const { auth, asActor } = c.var.dependencies;
    const { session, actor } = c.var;
    if (session) await asActor(actor, async (_tx, trace) => trace.audit("signed_out", session.userId));
    const { headers } = await auth.api.signOut({ headers: c.req.raw.headers, returnHeaders: true });
    for (const cookie of headers.getSetCookie()) c.header("set-cookie", cookie, { append: true });
    return c.json({ session: null }, 200);
  });
