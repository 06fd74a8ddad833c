import { createRoute } from "@hono/zod-openapi";
import { clientErrorInputSchema } from "#shared/system.ts";
import { openTo } from "../../auth/guard.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { scrubText } from "../../platform/scrub-text.ts";
import { createRouter } from "../../router.ts";

const report = createRoute({
  method: "post",
  path: "/client-errors",
  summary: "Report an error of the browser; e-mail addresses and tokens in it are removed before it is stored",
  ...openTo("anyone"),
  request: { body: jsonBody(clientErrorInputSchema) },
  responses: responses(202, statusSchema, "It is counted"),
});

export const clientErrorRoutes = createRouter().openapi(report, async (c) => {
  const { dependencies, log } = c.var;
  await dependencies.limits.clientErrorsPerAddress.take(clientAddress(c));
  await dependencies.limits.clientErrors.take("all");
  const given = c.req.valid("json");
  const error = {
    message: scrubText(given.message).slice(0, 500),
    stack: given.stack ? scrubText(given.stack).slice(0, 2000) : null,
    path: scrubText(given.path.replace(/[?#].*$/, "")).slice(0, 200),
    build: scrubText(given.build),
  };
  await dependencies.system.countClientError(error);
  dependencies.metrics.countBrowserError();
  log.warn({ message: error.message, path: error.path, build: error.build }, "browser error");
  return c.json({ status: true }, 202);
});
