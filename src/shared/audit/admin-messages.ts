import { adminNameFirst } from "#shared/people/person-name.ts";

export const decisionMessages = {
  toldByEmail: (person: string) => `${person} will be told by email.`,
  notTold: (person: string) => `No mail server is set, so no email goes to ${person}: tell them yourself.`,
  /** Shown to the second of two admins with the same decision. */
  decidedBefore: (admin: string | null) => `${adminNameFirst(admin)} had already decided so.`,
  decidedByAnother: "Decided by another admin",
} as const;

export const auditMessages = {
  club: "The club",
} as const;
