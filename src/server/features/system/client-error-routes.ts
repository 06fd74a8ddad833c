import { createRoute } from "@hono/zod-openapi";
import { clientErrorInputSchema } from "#shared/system.ts";
import { openTo } from "../../auth/guard.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { describeClientError } from "./describe-client-error.ts";

const report = createRoute({
  method: "post",
  path: "/client-errors",
  summary:
    "Report an error of the browser; its name, known texts and places in the club's scripts are kept, nothing else",
  ...openTo("anyone"),
  request: { body: jsonBody(clientErrorInputSchema) },
  responses: responses(202, statusSchema, "It is counted"),
});

export const clientErrorRoutes = createRouter().openapi(report, async (c) => {
  const { dependencies, log } = c.var;
  const { limits, system, metrics, builtRoot } = dependencies;
  await limits.clientErrorsPerAddress.take(clientAddress(c));
  // Beyond it kinds that are known are counted on, so that a stranger does not silence everybody.
  const isUsual = await limits.clientErrors.tryTake("all");
  const error = describeClientError(c.req.valid("json"), builtRoot);
  await system.countClientError(error, isUsual);
  metrics.countBrowserError();
  if (isUsual) log.warn({ message: error.message, path: error.path, build: error.build }, "browser error");
  return c.json({ status: true }, 202);
});
