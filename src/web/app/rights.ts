import type { Session } from "#shared/session.ts";

/** A missing or unknown role has no rights. */
export const isAdmin = (session: Session | null): boolean => session?.role === "admin";

export const canEnterMembersArea = ({ membership_status }: Session): boolean =>
  membership_status === "approved" || membership_status === "pending";
