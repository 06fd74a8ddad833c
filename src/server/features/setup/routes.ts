import { type Kysely, sql, type Transaction } from "kysely";
import { defaultSettings } from "#shared/settings/club.ts";
import type { SettingValues } from "#shared/settings/settings.ts";
import { type SetupInput, type SetupState, setupInputSchema, setupStateSchema } from "#shared/setup/setup.ts";
import { askRegulation, defaultRegulation, setupMessages, siteClaims } from "#shared/setup/setup-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { Policy } from "../../platform/http/policy.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { dateLegalPages } from "../content/date-legal-pages.ts";
import { removeExamples } from "../content/remove-examples.ts";
import { showOnSitePages } from "../content/write-content.ts";
import { changeSetting, changeUntouchedSetting } from "../settings/change-setting.ts";

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
  summary: "End the setup: nothing is saved but what takes the sample’s links and figures away",
  audience: "admin",
  answer: setupStateSchema,
  refuses: ["setup_closed"],
});

/** The first admin finishes the setup; every admin can end it, in case that person does not. */
export const setupPolicy: Policy<SetupRow, keyof SetupState["can"]> = (actor, { state, started_by }) => {
  const isOpen = actor.isAdmin && state !== "finished";
  return { finish: isOpen && (started_by === null || started_by === actor.userId), skip: isOpen };
};

interface SetupRow extends Pick<SetupState, "state" | "started_by_name"> {
  /** It is `null` where nobody has begun it, or their account is gone; people who are no admins see only themselves. */
  started_by: string | null;
}

async function readSetup(db: Kysely<DB>): Promise<SetupRow> {
  const row = await db.selectFrom("club_setup_state").selectAll().executeTakeFirstOrThrow();
  return row as SetupRow;
}

const actorId = sql<string>`app_user_id()`;

/** @returns false when it is finished already. */
async function markFinished(tx: Transaction<DB>): Promise<boolean> {
  await tx
    .insertInto("club_setup")
    .values({ started_by: actorId })
    .onConflict((row) => row.doNothing())
    .execute();
  const finished = await tx
    .updateTable("club_setup")
    // The moment of the settings that the setup writes.
    .set({ finished_at: sql`app_now()`, finished_by: actorId })
    .where("finished_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return finished !== undefined;
}

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

/** All of it or nothing. @throws HttpError 409 setup_closed. */
function finishSetup({ dependencies, actor }: Caller, input: SetupInput): Promise<void> {
  return dependencies.asActor(actor, async (tx, effects) => {
    await close(tx, actor, "finish");
    await changeSetting(tx, effects, "identity", (before) => identityOf(before, input));
    await replaceSampleValues(tx, effects, input.start_with === "examples");
    await dateLegalPages(tx, dependencies.now());
    if (input.start_with === "empty") await removeExamples(tx, effects);
    const places = input.claims.flatMap((claim) => (claim === "regulation" ? [] : siteClaims[claim].places));
    await showOnSitePages(tx, places, { actor, effects, now: dependencies.now() });
    effects.audit("club_set_up", actor.userId, { start_with: input.start_with, claims: input.claims.join(", ") });
  });
}

/** Nobody is asked again, and what the sample claims or links to is gone. @throws HttpError 409 setup_closed. */
function skipSetup({ dependencies, actor }: Caller): Promise<void> {
  return dependencies.asActor(actor, async (tx, effects) => {
    await close(tx, actor, "skip");
    await replaceSampleValues(tx, effects, false);
    effects.audit("club_set_up", actor.userId, { start_with: "skipped" });
  });
}

async function close(tx: Transaction<DB>, actor: Caller["actor"], action: "finish" | "skip"): Promise<void> {
  const can = setupPolicy(actor, await readSetup(tx));
  // Of two presses at once, the later one finds it finished.
  if (!can[action] || !(await markFinished(tx))) {
    throw new HttpError("setup_closed", setupMessages.closed);
  }
}

function identityOf(
  before: SettingValues["identity"],
  { start_with: _startWith, claims, regulation, ...given }: SetupInput,
): SettingValues["identity"] {
  const { operator, contact_email } = given;
  return {
    ...withoutSampleClaims(before, given.name),
    ...given,
    info_email: contact_email,
    regulation:
      regulation ||
      (claims.includes("regulation") ? defaultRegulation(operator) : askRegulation(operator, contact_email)),
  };
}

/** Taglines, motto and mission that an admin has changed before stay. */
function withoutSampleClaims(before: SettingValues["identity"], name: string): SettingValues["identity"] {
  const { taglines, motto, mission } = defaultSettings.identity;
  return {
    ...before,
    taglines:
      `${before.taglines}` === `${taglines}` ? ["An investment club", "Membership by invitation"] : before.taglines,
    motto: before.motto === motto ? "An investment club for invited members." : before.motto,
    mission: before.mission === mission ? `${name} is an investment club for invited members.` : before.mission,
  };
}

/** Links and figures of the sample cannot be marked as examples. */
async function replaceSampleValues(tx: Transaction<DB>, effects: Effects, keepsOffers: boolean): Promise<void> {
  await changeUntouchedSetting(tx, effects, "links", () => ({
    linkedin: null,
    founder_enquiry: null,
    booking: null,
    ai_search: null,
  }));
  await changeUntouchedSetting(tx, effects, "plans", (plans) =>
    plans.map(({ features, ...plan }) => ({
      ...plan,
      // A community or courses that the sample offers.
      features: features.filter((feature) => keepsOffers || !isOffer.test(feature)),
      application_url: null,
    })),
  );
  await changeUntouchedSetting(tx, effects, "stats", ([companies, members, deployed]) => [
    { ...companies, computed: "companies" },
    // Shown until there are enough to be counted.
    { ...members, value: "1+", computed: "members" },
    // Too few investments would tell of single people, and are not published.
    { ...deployed, value: "–", computed: "invested" },
  ]);
}

const isOffer = /\b(?:slack|whatsapp|academy|gold club)\b/i;
