/** Stands for an admin who decided and has left since. */
export const formerAdmin = "a former admin";

export const decisionMessages = {
  toldByEmail: (person: string) => `${person} will be told by email.`,
  /** Of two admins who decide the same, the second reads who was first. */
  decidedBefore: (admin: string | null) => `${admin ?? "A former admin"} had already decided so.`,
} as const;
