import type { RouteHandler } from "@hono/zod-openapi";
import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { AuditKind } from "#shared/audit/audit.ts";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { membershipRequestSchema, type RunningCommitment } from "#shared/membership-requests/membership-requests.ts";
import {
  type PersonFilter,
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
import {
  peopleMessages,
  personStatusLabels,
  profileStateLabels,
  type TierResult,
  tierLabels,
  tierResultMessages,
} from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { shownProfileSchema } from "#shared/profiles/profiles.ts";
import { liftLimits } from "../../auth/account/delete-account.ts";
import type { Caller, Environment } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AuditDetails, Effects } from "../../platform/db/types.ts";
import { type CsvExport, csvExport } from "../../platform/http/csv-stream.ts";
import { adminRequired, HttpError, onlyPost } from "../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { userIdParameter } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { recordAction } from "../audit/record-action.ts";
import { getMembershipRequest, membershipPolicy } from "../membership-requests/queries.ts";
import { findProfileOf, profilePolicy } from "../profiles/queries.ts";
import { listedPersonPolicy, personResponse } from "./person-response.ts";
import { countPeople, getPerson, listLatestTiers, listPeople, type PersonRow } from "./queries.ts";

/** Turns it off, signs the person out and revokes their API keys. @throws HttpError without one. */
const resetSecondFactor = (caller: Caller, userId: string, reason: string) =>
  actOn(caller, userId, reason, "two_factor_reset", async (tx, _person, mail, effects) => {
    const { rows } = await sql<{ was_on: boolean }>`select reset_second_factor(${userId}) as was_on`.execute(tx);
    if (!rows[0]?.was_on) throw new HttpError("bad_request", peopleMessages.noSecondFactor, { status: 409 });
    await revokeKeys(tx, effects, userId, "two_factor_reset");
    mail("two-factor-reset");
  });

const signOutEverywhere = (caller: Caller, userId: string, reason: string) =>
  actOn(caller, userId, reason, "signed_out_everywhere", async (tx, _person, mail, effects) => {
    const { rows } = await sql<{ sessions: number }>`select sign_out_everywhere(${userId}) as sessions`.execute(tx);
    await revokeKeys(tx, effects, userId, "signed_out_everywhere");
    mail("signed-out-everywhere");
    return { sessions: rows[0]?.sessions ?? 0 };
  });

/** @throws HttpError for a verified address, and 429 after too many of these mails. */
const resendVerification = ({ dependencies, actor }: Caller, userId: string, reason: string) =>
  actOn({ dependencies, actor }, userId, reason, "verification_mail_requested", async (_tx, person, _mail, effects) => {
    if (person.email_verified) throw new HttpError("bad_request", peopleMessages.alreadyVerified, { status: 409 });
    await dependencies.limits.verificationMailsPerEmail.take(person.email, { userId });
    effects.mail("verification", { user_id: userId });
  });

async function liftSignInLimit(caller: Caller, userId: string, reason: string) {
  const person = await actOn(caller, userId, reason, "sign_in_limit_lifted", async () => {});
  await liftLimits(caller.dependencies.limits, { userId, emails: [person.email] });
  return person;
}

/** Mails are tried again at the address of which the mail server said that it does not exist. */
const resetMailRefusals = (caller: Caller, userId: string, reason: string) =>
  actOn(caller, userId, reason, "mail_refusals_reset", async (tx) => {
    const reset = await tx.deleteFrom("mail_refusals").where("user_id", "=", userId).returning("mail_id").execute();
    if (reset.length === 0) throw new HttpError("bad_request", peopleMessages.noRefusedMails, { status: 409 });
  });

async function revokeKeys(tx: Transaction<DB>, effects: Effects, userId: string, by: AuditKind): Promise<void> {
  const { rows } = await sql<{ keys: number }>`select revoke_api_keys_of(${userId}) as keys`.execute(tx);
  const keys = rows[0]?.keys ?? 0;
  if (keys > 0) effects.audit("api_key_revoked", userId, { keys, by });
}

type Act = (
  tx: Transaction<DB>,
  person: PersonRow,
  mail: (template: "two-factor-reset" | "signed-out-everywhere") => void,
  effects: Effects,
  // biome-ignore lint/suspicious/noConfusingVoidType: most acts have no details.
) => Promise<AuditDetails | void>;

/** @throws HttpError for nobody with an account, and for one's own. */
function actOn({ dependencies, actor }: Caller, userId: string, reason: string, kind: AuditKind, act: Act) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const person = await getPerson(tx, userId);
    assertSomebodyElse(actor, userId);
    const action_id = await recordAction(tx, actor, userId, kind, reason);
    const mail: Parameters<Act>[2] = (template) => effects.mail(template, { user_id: userId, action_id });
    const details = await act(tx, person, mail, effects);
    effects.audit(kind, userId, { ...details, action_id });
    return personResponse(tx, { dependencies, actor }, userId);
  });
}

function assertSomebodyElse(actor: Caller["actor"], userId: string): void {
  if (actor.userId === userId) throw new HttpError("own_role", peopleMessages.ownAccount);
}

const columns = [
  "Name",
  "Email",
  "Status",
  "Plan",
  "Plan until",
  "Last sign-in (UTC)",
  "Second factor",
  "Profile",
  "Admin",
  "Since (UTC)",
  "Id",
];

/** What the list shows, with its filter. */
const peopleCsv = (filter: PersonFilter): CsvExport<Row> => ({
  name: "people",
  columns,
  toRow,
  list: (tx, page) => listPeople(tx, { ...filter, ...page }),
  audit: (effects) => {
    // The words are left out: they may be a name.
    const { status = null, tier = null } = filter;
    effects.audit("people_exported", null, { status, tier, is_search: Boolean(filter.q) });
  },
});

type Row = Awaited<ReturnType<typeof listPeople>>["items"][number];

const toRow = (person: Row): string[] => [
  person.full_name ?? "",
  person.email,
  personStatusLabels[person.status],
  person.tier ? tierLabels[person.tier] : "",
  person.tier_until ?? "",
  person.last_signed_in_at?.toISOString() ?? "",
  person.has_second_factor ? "App" : "None",
  profileStateLabels[person.profile_state],
  person.is_admin ? "Yes" : "No",
  person.since.toISOString(),
  person.user_id ?? "",
];

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

const resetRefusals = route("post", "/people/{user_id}/reset-mail-refusals", {
  name: "resetMailRefusals",
  summary: "Send emails again to an address that refused them",
  audience: "admin",
  params: userIdParameter,
  body: reasonInputSchema,
  answer: personDetailSchema,
  refuses: ["409 bad_request", "own_role"],
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

type ActionRoute =
  | typeof resetTwoFactor
  | typeof signOut
  | typeof resendVerificationMail
  | typeof liftLimit
  | typeof resetRefusals;

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
    return c.json(await dependencies.asActor(actor, (tx) => personResponse(tx, c.var, user_id)), 200);
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
  .openapi(resetRefusals, handleAction(resetMailRefusals))
  .openapi(changeTiers, async (c) => c.json(await setTiers(c.var, c.req.valid("json")), 200))
  .openapi(changeTier, async (c) =>
    c.json(await setTier(c.var, c.req.valid("param").user_id, c.req.valid("json")), 200),
  );
peopleRoutes.get(download.path, onlyPost);

/** @throws HttpError for one's own profile, or none. */
function setProfileHiding({ dependencies, actor }: Caller, userId: string, state: "hidden" | "shown", reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const call =
      state === "shown" ? sql`show_member_profile(${userId})` : sql`hide_member_profile(${userId}, ${reason})`;
    const outcome = await runCommand<"changed" | "unchanged">(tx, call, "profile");
    const profile = await findProfileOf(tx, userId);
    // Invisible without admin rights.
    if (!profile) throw adminRequired();
    if (outcome === "changed") {
      const kind = `profile_${state}` as const;
      effects.audit(kind, profile.id, { action_id: await recordAction(tx, actor, userId, kind, reason) });
      if (state === "hidden") effects.mail("profile-hidden", { user_id: userId });
    }
    return withCan(profilePolicy, actor, profile);
  });
}

type Standing = "suspended" | "ended" | "reinstated";

/**
 * Suspends, ends or reinstates an approved membership, and tells the person why. Twice the same changes nothing. Reinstating
 * somebody who was rejected approves them. What they committed ends with it. @throws HttpError for oneself, for an admin, for
 * somebody who is pending, and while shares are allocated to them in a deal that is not completed.
 */
function changeStanding({ dependencies, actor }: Caller, userId: string, standing: Standing, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const ending = await findNotAllocated(tx, userId);
    const call = sql`change_membership_standing(${userId}, ${standing}, ${reason})`;
    const outcome = await runCommand<"changed" | "admitted" | "unchanged">(tx, call, "membership");
    if (outcome === "changed" || outcome === "admitted") {
      const kind = outcome === "admitted" ? "membership_approved" : (`membership_${standing}` as const);
      effects.audit(kind, userId, { action_id: await recordAction(tx, actor, userId, kind, reason) });
      if (outcome === "admitted") effects.publish("membership.approved", { user_id: userId });
      if (outcome === "admitted") effects.mail("membership-admitted", { user_id: userId });
      else if (standing === "reinstated") effects.mail("membership-reinstated", { user_id: userId });
      else {
        for (const { deal_id, number } of ending) effects.audit("commitment_withdrawn", deal_id, { number });
        const commitment_ids = ending.map(({ id }) => id);
        effects.mail(`membership-${standing}`, { user_id: userId, commitment_ids });
      }
    }
    return withCan(membershipPolicy, actor, await getMembershipRequest(tx, userId));
  });
}

async function findNotAllocated(tx: Transaction<DB>, userId: string): Promise<RunningCommitment[]> {
  const { rows } = await sql<{ found: RunningCommitment[] }>`select running_commitments(${userId}) as found`.execute(
    tx,
  );
  return (rows[0]?.found ?? []).filter(({ is_allocated }) => !is_allocated);
}

type TierInput = z.output<typeof tierInputSchema>;

/** Adds to the history and tells the person; the same tier and days again change nothing. @throws HttpError. */
function setTier({ dependencies, actor }: Caller, userId: string, input: TierInput) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { request_status, ended_at } = await getPerson(tx, userId);
    assertSomebodyElse(actor, userId);
    if (request_status !== "approved") throw new HttpError("not_a_member", standingMessages.notAMember);
    if (ended_at) throw new HttpError("not_a_member", standingMessages.hasEnded);
    await addTiers(tx, effects, actor, [userId], input);
    return personResponse(tx, { dependencies, actor }, userId);
  });
}

/** `setTier` for several people in one transaction: ineligible people are skipped and reported. */
function setTiers({ dependencies, actor }: Caller, input: z.output<typeof tiersInputSchema>) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const ids = [...new Set(input.user_ids)];
    const memberships = await findMemberships(tx, ids);
    const refused = new Map(ids.map((id) => [id, refusalOf(actor, id, memberships.get(id))]));
    const members = ids.filter((id) => !refused.get(id));
    const changed = await addTiers(tx, effects, actor, members, input);
    const items = ids.map((user_id) => {
      const { full_name = null, email = null } = memberships.get(user_id) ?? {};
      const result = refused.get(user_id) ?? (changed.has(user_id) ? "set" : "unchanged");
      return { user_id, name: personName({ full_name, email }), result, message: tierResultMessages[result] };
    });
    return { items, set: changed.size };
  });
}

async function findMemberships(tx: Transaction<DB>, userIds: readonly string[]) {
  const rows = await tx
    .selectFrom("membership_requests")
    .select(["user_id", "full_name", "email", "status", "ended_at"])
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

function refusalOf(
  actor: Caller["actor"],
  userId: string,
  membership: { status: string; ended_at: Date | null } | undefined,
): TierResult | undefined {
  if (!membership) return "missing";
  if (actor.userId === userId) return "own";
  if (membership.status !== "approved") return "not_a_member";
  return membership.ended_at ? "ended" : undefined;
}

/** @returns whose tier it changed; the others had the same tier and days already. */
async function addTiers(
  tx: Transaction<DB>,
  effects: Effects,
  actor: Caller["actor"],
  userIds: readonly string[],
  { tier, from, until = null, reason }: TierInput,
): Promise<Set<string>> {
  const latest = await listLatestTiers(tx, userIds);
  const same = latest.filter((known) => known.tier === tier && known.from === from && known.until === until);
  const unchanged = new Set(same.map(({ user_id }) => user_id));
  const changed = userIds.filter((id) => !unchanged.has(id));
  if (changed.length === 0) return new Set();
  const entry = { tier, from_date: from, until_date: until, set_by: actor.userId, reason };
  const rows = await tx
    .insertInto("memberships")
    .values(changed.map((user_id) => ({ ...entry, user_id })))
    .returning(["id", "user_id"])
    .execute();
  for (const { id, user_id } of rows) {
    effects.audit("tier_changed", user_id, { tier, from, until, membership_id: id });
    effects.mail("tier-changed", { user_id, membership_id: id });
  }
  return new Set(changed);
}
