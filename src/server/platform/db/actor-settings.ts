import type { Actor } from "./types.ts";

/** Read by the row-level policies. */
export const settingsOf = ({ userId, isAdminWithheld = false }: Actor) =>
  [userId === null ? "club_visitor" : "club_member", userId ?? "", isAdminWithheld ? "withheld" : ""] as const;
