import { createRoute } from "@hono/zod-openapi";
import { type SetupState, setupInputSchema, setupStateSchema } from "#shared/setup.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { finishSetup, skipSetup } from "./finish-setup.ts";
import { setupPolicy } from "./policy.ts";
import { readSetup } from "./queries.ts";

const read = createRoute({
  method: "get",
  path: "/setup",
  summary: "Whether the club is set up, and who may do it",
  ...openTo("anyone"),
  responses: responses(200, setupStateSchema, "The state"),
});

const finish = createRoute({
  method: "post",
  path: "/setup/finish",
  summary: "Set the club up: its identity, and whether it starts with examples",
  ...openTo("admin"),
  request: { body: jsonBody(setupInputSchema) },
  responses: responses(200, setupStateSchema, "It is set up; 409 setup_closed when it was, or is somebody else's"),
});

const skip = createRoute({
  method: "post",
  path: "/setup/skip",
  summary: "End the setup without changing anything",
  ...openTo("admin"),
  responses: responses(200, setupStateSchema, "It counts as set up; 409 setup_closed when it was already"),
});

export const setupRoutes = createRouter()
  .openapi(read, async (c) => c.json(await stateFor(c.var), 200))
  .openapi(finish, async (c) => {
    await finishSetup(c.var, c.req.valid("json"));
    return c.json(await stateFor(c.var), 200);
  })
  .openapi(skip, async (c) => {
    await skipSetup(c.var);
    return c.json(await stateFor(c.var), 200);
  });

async function stateFor({ dependencies, actor }: Caller): Promise<SetupState> {
  const { started_by, ...state } = await readSetup(dependencies.readAs(actor));
  const is_mine = started_by !== null && started_by === actor.userId;
  return { ...state, is_mine, can: setupPolicy(actor, { ...state, started_by }) };
}
