import type { Session } from "./session.ts";

/** Rights of a signed-in person; a missing or unreadable role gives none. */
export const isAdmin = (session: Session | null): boolean => session?.role === "admin";

export const canEnterMembersArea = ({ membership_status }: Session): boolean =>
  membership_status === "approved" || membership_status === "pending";
