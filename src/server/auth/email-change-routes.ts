import { createRoute, z } from "@hono/zod-openapi";
import { pageUrl, paths } from "#shared/paths.ts";
import { openTo } from "../http/guard.ts";
import { Refusal } from "../http/refusal.ts";
import { createRouter } from "../http/router.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";

const confirm = createRoute({
  method: "get",
  path: "/auth/confirm-email-change",
  summary: "The link in the mails about a change of e-mail",
  ...openTo("anyone"),
  request: { query: z.object({ token: z.string().max(200) }) },
  responses: { 302: { description: "To the sign-in page, which says how it went" } },
});

export const emailChangeConfirmationRoutes = createRouter().openapi(confirm, async (c) => {
  const { dependencies, session } = c.var;
  const { token } = c.req.valid("query");
  const goTo = (said: Record<string, string>) =>
    c.redirect(pageUrl(dependencies.appUrl, `${paths.login}?${new URLSearchParams(said)}`));
  try {
    return goTo({ email_change: await confirmEmailChange(dependencies, token, session?.id ?? null) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return goTo({ error: error.code, error_description: error.message });
  }
});
