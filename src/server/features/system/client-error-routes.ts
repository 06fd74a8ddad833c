import { clientErrorInputSchema } from "#shared/system/system.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { describeClientError } from "./describe-client-error.ts";

const route = routesOf("Club");

const report = route("post", "/client-errors", {
  name: "reportClientError",
  summary:
    "Report an error of the browser; its name, known texts and places in the club's scripts are kept, nothing else",
  audience: "anyone",
  body: clientErrorInputSchema,
  limit: { bytes: 4 * 1024 },
  status: 202,
  answer: statusSchema,
  refuses: ["rate_limited"],
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
