import type { ShownProfile } from "#shared/profiles/profiles.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface Row {
  user_id: string;
  hidden_by_owner_at: Date | null;
  hidden_by_admin_at: Date | null;
}

export const profilePolicy: Policy<Row, keyof ShownProfile["can"]> = (actor, profile) => {
  const isOwner = actor.isMember && actor.userId === profile.user_id;
  const isOtherAdmin = actor.isAdmin && actor.userId !== profile.user_id;
  return {
    edit: isOwner,
    hide: isOwner && profile.hidden_by_owner_at === null,
    show: isOwner && profile.hidden_by_owner_at !== null,
    hide_as_admin: isOtherAdmin && profile.hidden_by_admin_at === null,
    show_as_admin: isOtherAdmin && profile.hidden_by_admin_at !== null,
  };
};
