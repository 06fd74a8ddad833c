import { sql, type Transaction } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import { ownTierSchema, tierShownInputSchema } from "#shared/people/people.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { type JobContext, nightly } from "../../platform/jobs/job.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { userRoleRoutes } from "./admins/routes.ts";
import { peopleMails } from "./mails.ts";
import { peopleRoutes } from "./routes.ts";

const route = routesOf("People");

const read = route("get", "/memberships/me", {
  name: "getOwnMembership",
  summary: "One's own tier with its history, and whether the directory shows it",
  audience: "member",
  answer: ownTierSchema,
});

const show = route("put", "/memberships/me/shown", {
  name: "showOwnTier",
  summary: "Show one's own tier in the directory, or not",
  audience: "member",
  body: tierShownInputSchema,
  answer: ownTierSchema,
  refuses: ["not_found"],
});

const ownTierRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => readOwnTier(tx, c.var)), 200);
  })
  .openapi(show, async (c) => {
    const { dependencies, actor } = c.var;
    const { is_shown } = c.req.valid("json");
    const shown = await dependencies.asActor(actor, async (tx, effects) => {
      const profile = await tx
        .updateTable("member_profiles")
        .set({ shows_tier: is_shown })
        .where("user_id", "=", actor.userId)
        .returning("id")
        .executeTakeFirst();
      if (!profile) throw notFound("profile");
      effects.audit("profile_saved", profile.id);
      return readOwnTier(tx, c.var);
    });
    return c.json(shown, 200);
  });

async function readOwnTier(tx: Transaction<DB>, { dependencies, actor }: Pick<Caller, "dependencies" | "actor">) {
  const userId = actor.userId ?? "";
  const tiers = await tx
    .selectFrom("memberships")
    .select(["id", "tier", "reason", "from_date as from", "until_date as until"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
  const profile = await tx
    .selectFrom("member_profiles")
    .select("shows_tier")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const today = londonDate(dependencies.now());
  const latest = tiers.find(({ from }) => from <= today);
  const current = latest && (latest.until === null || latest.until >= today) ? latest : undefined;
  return {
    tier: current?.tier ?? ("trial" as const),
    until: current?.until ?? null,
    tiers,
    is_shown: profile?.shows_tier ?? false,
    can: { show: profile !== undefined },
  };
}

export const routes = [userRoleRoutes, peopleRoutes, ownTierRoutes];

const noticeDays = 30;
/** A job that did not run for longer tells nobody: the news is old. */
const lateDays = 7;

export const peopleJobs = {
  "ending-tiers": nightly(({ asOwner, now, log }: JobContext) =>
    asOwner(null, async (tx, effects) => {
      const today = londonDate(now());
      const ending = await mark(
        tx,
        "end_announced_at",
        now(),
        sql`m.from_date <= ${today} and m.until_date between ${today}::date and ${today}::date + ${noticeDays}::int`,
      );
      for (const { id, user_id } of ending) {
        effects.mail("tier-ending", { user_id, membership_id: id });
        effects.notify(user_id, "tier_ending", id);
      }
      const ended = await mark(
        tx,
        "end_told_at",
        now(),
        sql`m.until_date between ${today}::date - ${lateDays}::int and ${today}::date - 1`,
      );
      for (const { id, user_id } of ended) {
        effects.mail("tier-ended", { user_id, membership_id: id });
        effects.notify(user_id, "tier_ended", id);
      }
      log.info({ ending: ending.length, ended: ended.length }, "people told about their tiers");
    }),
  ),
};

/** Of members whose tier no other one replaces, each once. */
async function mark(
  tx: Transaction<DB>,
  column: "end_announced_at" | "end_told_at",
  at: Date,
  isDue: ReturnType<typeof sql>,
) {
  const { rows } = await sql<{ id: string; user_id: string }>`
    update memberships m set ${sql.ref(column)} = ${at}
     where m.${sql.ref(column)} is null and ${isDue}
       and not exists (select from memberships later where later.user_id = m.user_id and later.id > m.id
                          and later.from_date <= m.until_date + 1)
       and exists (select from user_roles r where r.user_id = m.user_id and r.role = 'member' and r.status = 'approved'
                      and r.suspended_at is null and r.ended_at is null)
    returning m.id, m.user_id`.execute(tx);
  return rows;
}

export const jobs = peopleJobs;
export const mails = peopleMails;
