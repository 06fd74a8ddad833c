import { sql } from "kysely";
import type { Caller } from "../../context.ts";
import { adminRequired } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { runCommand } from "../../platform/http/run-command.ts";
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
