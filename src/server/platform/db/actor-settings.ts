import type { Actor } from "./types.ts";

/** The settings that PostgreSQL's policies read: role, person, admin rights. */
export const settingsOf = ({ userId, isAdminWithheld = false }: Actor) =>
  [userId === null ? "club_visitor" : "club_member", userId ?? "", isAdminWithheld ? "withheld" : ""] as const;
