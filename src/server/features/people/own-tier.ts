import type { Transaction } from "kysely";
import { londonDate } from "#shared/london-time.ts";
import { ownTierSchema, tierShownInputSchema } from "#shared/people/people.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";

const route = routesOf("People");

const read = route("get", "/memberships/me", {
  name: "getOwnMembership",
  summary: "One's own tier with its history",
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

export const ownTierRoutes = createRouter()
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
