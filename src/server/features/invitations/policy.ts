import type { Invitation } from "#shared/invitations/invitations.ts";
import type { Policy } from "../../platform/http/policy.ts";

export const invitationPolicy: Policy<{ used_at: Date | null }, keyof Invitation["can"]> = (actor, { used_at }) => {
  const isOpen = actor.isAdmin && used_at === null;
  return { resend: isOpen, delete: isOpen };
};
