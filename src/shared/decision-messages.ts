export const formerAdmin = "a former admin";

export const decisionMessages = {
  toldByEmail: (person: string) => `${person} will be told by email.`,
  /** Shown to the second of two admins with the same decision. */
  decidedBefore: (admin: string | null) => `${admin ?? "A former admin"} had already decided so.`,
} as const;
