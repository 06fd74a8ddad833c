import { createRoute, type RouteHandler } from "@hono/zod-openapi";
import { membershipRequestSchema } from "#shared/membership-requests.ts";
import {
  personCountsSchema,
  personDetailSchema,
  personFilterSchema,
  personListSchema,
  personQuerySchema,
  reasonInputSchema,
  tierInputSchema,
  tiersInputSchema,
  tiersResponseSchema,
} from "#shared/people.ts";
import { shownProfileSchema } from "#shared/profiles.ts";
import { openTo } from "../../auth/guard.ts";
import type { Environment } from "../../context.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { onlyPost } from "../../platform/http/http-error.ts";
import { pageWithCan } from "../../platform/http/policy.ts";
import { csvResponses, jsonBody, responses, userIdParameter } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { liftSignInLimit, resendVerification, resetSecondFactor, signOutEverywhere } from "./account-actions.ts";
import { changeStanding } from "./change-standing.ts";
import { setProfileHiding } from "./hide-profile.ts";
import { peopleCsv } from "./people-csv.ts";
import { personResponse } from "./person-response.ts";
import { listedPersonPolicy } from "./policy.ts";
import { countPeople, listPeople } from "./queries.ts";
import { setTier, setTiers } from "./set-tier.ts";

const path = "/people/{user_id}";
const request = { params: userIdParameter, body: jsonBody(reasonInputSchema) };

const list = createRoute({
  method: "get",
  path: "/people",
  summary: "Everybody with an account and everybody invited, newest first; by words, status and tier",
  ...openTo("admin"),
  request: { query: personQuerySchema },
  responses: responses(200, personListSchema, "A page of people"),
});

const count = createRoute({
  method: "get",
  path: "/people/counts",
  summary: "How many people are in each status",
  ...openTo("admin"),
  responses: responses(200, personCountsSchema, "The counts"),
});

const download = createRoute({
  method: "post",
  path: "/people.csv",
  summary: "The list of people as a CSV file; downloading it leaves a row in the audit",
  ...openTo("admin"),
  request: { query: personFilterSchema },
  responses: csvResponses,
});

const read = createRoute({
  method: "get",
  path,
  summary: "Somebody with an account: state, sessions, tiers, and what can be done to it",
  ...openTo("admin"),
  request: { params: userIdParameter },
  responses: responses(200, personDetailSchema, "The person"),
});

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
  request,
  responses: responses(200, shownProfileSchema, "The profile"),
});

const resetTwoFactor = createRoute({
  method: "post",
  path: `${path}/reset-two-factor`,
  summary: "Turn somebody's two-factor sign-in off and sign them out everywhere; they are told the reason",
  ...openTo("admin"),
  request,
  responses: responses(200, personDetailSchema, "The person; 409 without a second factor, or for oneself"),
});

const signOut = createRoute({
  method: "post",
  path: `${path}/sign-out`,
  summary: "Sign somebody out on all devices and programs; they are told the reason",
  ...openTo("admin"),
  request,
  responses: responses(200, personDetailSchema, "The person; 409 for oneself"),
});

const resendVerificationMail = createRoute({
  method: "post",
  path: `${path}/resend-verification`,
  summary: "Send somebody another link that verifies their e-mail",
  ...openTo("admin"),
  request,
  responses: responses(200, personDetailSchema, "The person; 409 for a verified e-mail, or for oneself"),
});

const liftLimit = createRoute({
  method: "post",
  path: `${path}/lift-sign-in-limit`,
  summary: "Forget the wrong passwords, wrong codes and requested mails counted for somebody",
  ...openTo("admin"),
  request,
  responses: responses(200, personDetailSchema, "The person; 409 for oneself"),
});

const changeTiers = createRoute({
  method: "post",
  path: "/people/tiers",
  summary: "Set the tier of many approved members at once; anyone who is not is left out and named",
  ...openTo("admin"),
  request: { body: jsonBody(tiersInputSchema) },
  responses: responses(200, tiersResponseSchema, "What became of each person, in the order given"),
});

const changeTier = createRoute({
  method: "put",
  path: `${path}/tier`,
  summary: "Set the tier of an approved member from one day, until another or further notice; they are told the reason",
  ...openTo("admin"),
  request: { params: userIdParameter, body: jsonBody(tierInputSchema) },
  responses: responses(200, personDetailSchema, "The person with all tiers; 409 not_a_member for anybody else"),
});

type ActionRoute = typeof resetTwoFactor | typeof signOut | typeof resendVerificationMail | typeof liftLimit;

const handleAction =
  (act: typeof signOutEverywhere): RouteHandler<ActionRoute, Environment> =>
  async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await act(c.var, c.req.valid("param").user_id, reason), 200);
  };

export const peopleRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await dependencies.asActor(actor, (tx) => listPeople(tx, c.req.valid("query")));
    return c.json(pageWithCan(listedPersonPolicy, actor, page), 200);
  })
  .openapi(count, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await countPeople(dependencies.readAs(actor)), 200);
  })
  .openapi(download, async (c) => c.body(...(await csvExport(c.var, peopleCsv(c.req.valid("query"))))) as never)
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { user_id } = c.req.valid("param");
    return c.json(await dependencies.asActor(actor, (tx) => personResponse(tx, actor, user_id)), 200);
  })
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
    return c.json(await setProfileHiding(c.var, c.req.valid("param").user_id, "hidden", reason), 200);
  })
  .openapi(showProfile, async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await setProfileHiding(c.var, c.req.valid("param").user_id, "shown", reason), 200);
  })
  .openapi(resetTwoFactor, handleAction(resetSecondFactor))
  .openapi(signOut, handleAction(signOutEverywhere))
  .openapi(resendVerificationMail, handleAction(resendVerification))
  .openapi(liftLimit, handleAction(liftSignInLimit))
  .openapi(changeTiers, async (c) => c.json(await setTiers(c.var, c.req.valid("json")), 200))
  .openapi(changeTier, async (c) =>
    c.json(await setTier(c.var, c.req.valid("param").user_id, c.req.valid("json")), 200),
  );
peopleRoutes.get(download.path, onlyPost);
