import { adminNameFirst } from "#shared/people/person-name.ts";

export const decisionMessages = {
  toldByEmail: (person: string) => `${person} will be told by email.`,
  /** Shown to the second of two admins with the same decision. */
  decidedBefore: (admin: string | null) => `${adminNameFirst(admin)} had already decided so.`,
  decidedByAnother: "Decided by another admin",
} as const;

export const auditMessages = {
  personNotChosen: "Choose a person from the list, or clear the field.",
  nobody: "Nobody signed in",
  club: "The club",
  fetchFailed: "Failed to fetch the audit.",
  export: "Export as CSV",
  exporting: "Exporting...",
  exportFailed: "Failed to export the audit.",
} as const;
