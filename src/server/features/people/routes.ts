import type { RouteHandler } from "@hono/zod-openapi";
import { membershipRequestSchema } from "#shared/membership-requests/membership-requests.ts";
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
} from "#shared/people/people.ts";
import { shownProfileSchema } from "#shared/profiles/profiles.ts";
import type { Environment } from "../../context.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { onlyPost } from "../../platform/http/http-error.ts";
import { pageWithCan } from "../../platform/http/policy.ts";
import { userIdParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { liftSignInLimit, resendVerification, resetSecondFactor, signOutEverywhere } from "./account-actions.ts";
import { changeStanding } from "./change-standing.ts";
import { setProfileHiding } from "./hide-profile.ts";
import { peopleCsv } from "./people-csv.ts";
import { personResponse } from "./person-response.ts";
import { listedPersonPolicy } from "./policy.ts";
import { countPeople, listPeople } from "./queries.ts";
import { setTier, setTiers } from "./set-tier.ts";

const route = routesOf("People");

const list = route("get", "/people", {
  name: "listPeople",
  summary: "Everybody with an account and everybody invited",
  audience: "admin",
  key: "read",
  query: personQuerySchema,
  answer: personListSchema,
});

const count = route("get", "/people/counts", {
  name: "countPeople",
  summary: "How many people are in each status",
  audience: "admin",
  key: "read",
  answer: personCountsSchema,
});

const download = route("post", "/people.csv", {
  name: "exportPeople",
  summary: "The list of people as a CSV file",
  audience: "admin",
  query: personFilterSchema,
  file: "text/csv",
});

const read = route("get", "/people/{user_id}", {
  name: "getPerson",
  summary: "Somebody with an account: state, sessions, tiers",
  audience: "admin",
  params: userIdParameter,
  answer: personDetailSchema,
});

const suspend = route("post", "/people/{user_id}/suspend", {
  name: "suspendMembership",
  summary: "Suspend an approved membership until it is reinstated",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: membershipRequestSchema,
  refuses: ["membership_in_round", "not_a_member", "own_role", "person_is_admin"],
});

const end = route("post", "/people/{user_id}/end-membership", {
  name: "endMembership",
  summary: "End an approved membership",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: membershipRequestSchema,
  refuses: ["membership_in_round", "not_a_member", "own_role", "person_is_admin"],
});

const reinstate = route("post", "/people/{user_id}/reinstate", {
  name: "reinstateMembership",
  summary: "Reinstate a membership that was suspended or has ended",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: membershipRequestSchema,
  refuses: ["not_a_member", "own_role", "person_is_admin"],
});

const hideProfile = route("post", "/people/{user_id}/hide-profile", {
  name: "hideProfile",
  summary: "Hide somebody's profile from the directory",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: shownProfileSchema,
  refuses: ["own_role"],
});

const showProfile = route("post", "/people/{user_id}/show-profile", {
  name: "showProfile",
  summary: "Show a profile that an admin has hidden",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: shownProfileSchema,
  refuses: ["own_role"],
});

const resetTwoFactor = route("post", "/people/{user_id}/reset-two-factor", {
  name: "resetTwoFactor",
  summary: "Turn somebody's two-factor sign-in off",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: personDetailSchema,
  refuses: ["409 bad_request", "own_role"],
});

const signOut = route("post", "/people/{user_id}/sign-out", {
  name: "signPersonOut",
  summary: "Sign somebody out on all devices and programs",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: personDetailSchema,
  refuses: ["own_role"],
});

const resendVerificationMail = route("post", "/people/{user_id}/resend-verification", {
  name: "resendVerificationMail",
  summary: "Send somebody another link that verifies their e-mail",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: personDetailSchema,
  refuses: ["409 bad_request", "own_role", "rate_limited"],
});

const liftLimit = route("post", "/people/{user_id}/lift-sign-in-limit", {
  name: "liftSignInLimit",
  summary: "Forget somebody's wrong passwords",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: personDetailSchema,
  refuses: ["own_role", "rate_limited"],
});

const changeTiers = route("post", "/people/tiers", {
  name: "changeTiers",
  summary: "Set the tier of many approved members at once",
  audience: "admin",
  body: tiersInputSchema,
  answer: tiersResponseSchema,
});

const changeTier = route("put", "/people/{user_id}/tier", {
  name: "changeTier",
  summary: "Set the tier of an approved member",
  audience: "admin",
  params: userIdParameter,
  body: tierInputSchema,
  answer: personDetailSchema,
  refuses: ["not_a_member", "own_role"],
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
