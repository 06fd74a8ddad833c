import { apiKeyInputSchema, apiKeyListSchema, createdApiKeySchema } from "#shared/api-keys/api-keys.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { listApiKeys, makeApiKey, revokeApiKey } from "./api-keys.ts";

const route = routesOf("Programs");

const list = route("get", "/api-keys", {
  name: "listApiKeys",
  summary: "Keys of programs, of all admins",
  audience: "admin",
  query: pageQuerySchema,
  answer: apiKeyListSchema,
});

const make = route("post", "/api-keys", {
  name: "createApiKey",
  summary: "Make a key for a program that acts for oneself",
  audience: "admin",
  needsFreshSignIn: true,
  body: apiKeyInputSchema,
  status: 201,
  answer: createdApiKeySchema,
  refuses: ["too_many_api_keys"],
});

const revoke = route("delete", "/api-keys/{id}", {
  name: "revokeApiKey",
  summary: "Revoke a key, one's own or another admin's, at once",
  audience: "admin",
  params: idParameter,
  answer: statusSchema,
});

export const apiKeyRoutes = createRouter()
  .openapi(list, async (c) => c.json(await listApiKeys(ownerOf(c), c.req.valid("query")), 200))
  .openapi(make, async (c) => {
    return c.json(await makeApiKey(ownerOf(c), getCurrentSession(c), c.req.valid("json")), 201);
  })
  .openapi(revoke, async (c) => {
    await revokeApiKey(ownerOf(c), getCurrentSession(c).userId, c.req.valid("param").id);
    return c.json({ status: true }, 200);
  });
