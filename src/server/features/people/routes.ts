import { createRoute } from "@hono/zod-openapi";
import { membershipRequestSchema } from "#shared/membership-requests.ts";
import { reasonInputSchema } from "#shared/people.ts";
import { shownProfileSchema } from "#shared/profiles.ts";
import { openTo } from "../../auth/guard.ts";
import { userIdParameter } from "../../platform/http/parameters.ts";
import { jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { changeStanding } from "./change-standing.ts";
import { setProfileHiding } from "./hide-profile.ts";

const path = "/people/{user_id}";
const request = { params: userIdParameter, body: jsonBody(reasonInputSchema) };

const suspend = createRoute({
  method: "post",
  path: `${path}/suspend`,
  summary: "Suspend an approved membership until it is reinstated; the person is told the reason",
  ...openTo("admin"),
  request,
  responses: responses(200, membershipRequestSchema, "The membership"),
});

const end = createRoute({
  method: "post",
  path: `${path}/end-membership`,
  summary: "End an approved membership; the person is told the reason, and the account goes within three months",
  ...openTo("admin"),
  request,
  responses: responses(200, membershipRequestSchema, "The membership"),
});

const reinstate = createRoute({
  method: "post",
  path: `${path}/reinstate`,
  summary: "Reinstate a membership that was suspended or has ended; the person is told the reason",
  ...openTo("admin"),
  request,
  responses: responses(200, membershipRequestSchema, "The membership"),
});

const hideProfile = createRoute({
  method: "post",
  path: `${path}/hide-profile`,
  summary: "Hide somebody's profile from the directory; the person is told the reason",
  ...openTo("admin"),
  request,
  responses: responses(200, shownProfileSchema, "The profile"),
});

const showProfile = createRoute({
  method: "post",
  path: `${path}/show-profile`,
  summary: "Show a profile that an admin has hidden, unless its owner hides it too",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: responses(200, shownProfileSchema, "The profile"),
});

export const peopleRoutes = createRouter()
  .openapi(suspend, async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await changeStanding(c.var, c.req.valid("param").user_id, "suspended", reason), 200);
  })
  .openapi(end, async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await changeStanding(c.var, c.req.valid("param").user_id, "ended", reason), 200);
  })
  .openapi(reinstate, async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await changeStanding(c.var, c.req.valid("param").user_id, "reinstated", reason), 200);
  })
  .openapi(hideProfile, async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await setProfileHiding(c.var, c.req.valid("param").user_id, reason), 200);
  })
  .openapi(showProfile, async (c) => c.json(await setProfileHiding(c.var, c.req.valid("param").user_id, null), 200));
