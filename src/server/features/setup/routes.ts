import { type SetupState, setupInputSchema, setupStateSchema } from "#shared/setup/setup.ts";
import type { Caller } from "../../context.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { finishSetup, skipSetup } from "./finish-setup.ts";
import { setupPolicy } from "./policy.ts";
import { readSetup } from "./queries.ts";

const route = routesOf("Club");

const read = route("get", "/setup", {
  name: "getSetup",
  summary: "Whether the club is set up, and who may do it",
  audience: "anyone",
  answer: setupStateSchema,
});

const finish = route("post", "/setup/finish", {
  name: "finishSetup",
  summary: "Set the club up: its identity, and whether it starts with examples",
  audience: "admin",
  body: setupInputSchema,
  answer: setupStateSchema,
  refuses: ["revision_conflict", "setup_closed"],
});

const skip = route("post", "/setup/skip", {
  name: "skipSetupStep",
  summary: "End the setup without changing anything",
  audience: "admin",
  answer: setupStateSchema,
  refuses: ["setup_closed"],
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
