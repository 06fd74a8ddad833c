import { createRoute } from "@hono/zod-openapi";
import { apiKeyInputSchema, apiKeyListSchema, createdApiKeySchema } from "#shared/api-keys.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { idParameter, jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { openTo } from "../guard.ts";
import { ownerOf } from "../owner-of.ts";
import { assertFreshSignIn } from "../passwords/fresh-sign-in.ts";
import { getCurrentSession } from "../sessions/current-session.ts";
import { listApiKeys, makeApiKey, revokeApiKey } from "./api-keys.ts";

const list = createRoute({
  method: "get",
  path: "/api-keys",
  summary: "Keys of programs, of all admins, newest first; the keys themselves are not kept",
  ...openTo("admin"),
  request: { query: pageQuerySchema },
  responses: responses(200, apiKeyListSchema, "A page of keys"),
});

const make = createRoute({
  method: "post",
  path: "/api-keys",
  summary:
    "Make a key for a program that acts for oneself, as far as its scope goes. Needs a sign-in of the last ten minutes, or the password; all admins are told by email",
  ...openTo("admin"),
  request: { body: jsonBody(apiKeyInputSchema) },
  responses: responses(201, createdApiKeySchema, "The key, this once"),
});

const revoke = createRoute({
  method: "delete",
  path: "/api-keys/{id}",
  summary: "Revoke a key, one's own or another admin's, at once",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, statusSchema, "It does not work any more; 404 unless it did"),
});

export const apiKeyRoutes = createRouter()
  .openapi(list, async (c) => c.json(await listApiKeys(ownerOf(c), c.req.valid("query")), 200))
  .openapi(make, async (c) => {
    const { password, ...key } = c.req.valid("json");
    await assertFreshSignIn(c, password);
    return c.json(await makeApiKey(ownerOf(c), getCurrentSession(c), key), 201);
  })
  .openapi(revoke, async (c) => {
    await revokeApiKey(ownerOf(c), getCurrentSession(c).userId, c.req.valid("param").id);
    return c.json({ status: true }, 200);
  });
