import { sql } from "kysely";
import { profileHidingMessages } from "#shared/membership-messages.ts";
import type { Caller } from "../../context.ts";
import { adminRequired, HttpError, notFound } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { profilePolicy } from "../profiles/policy.ts";
import { findProfileOf } from "../profiles/queries.ts";
import { recordAction } from "./record-action.ts";

/** @throws HttpError for one's own profile, or none. */
export function setProfileHiding(
  { dependencies, actor }: Caller,
  userId: string,
  state: "hidden" | "shown",
  reason: string,
) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ outcome: "changed" | "unchanged" | "own" | null }>`
      select ${
        state === "shown" ? sql`show_member_profile(${userId})` : sql`hide_member_profile(${userId}, ${reason})`
      } as outcome`.execute(tx);
    const outcome = rows[0]?.outcome ?? null;
    if (outcome === null) throw notFound("profile");
    if (outcome === "own") throw new HttpError(409, "own_role", profileHidingMessages.ownProfile);
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
