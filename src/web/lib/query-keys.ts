import type { QueryKey } from "@tanstack/react-query";

/** A list's key is its path. */
export const queryKeys = {
  profiles: ["member-profiles"],
  directoryFilters: ["member-profiles", "filters"],
  profile: (id: string) => ["member-profiles", "one", id],
  ownProfile: ["member-profiles", "me"],
  submissions: ["member-profile-submissions"],
  ownSubmission: ["member-profile-submissions", "me"],
  requests: ["membership-requests"],
  invitations: ["invitations"],
  account: ["account"],
  admins: ["user-roles"],
  waitingCounts: ["waiting-counts"],
  audit: ["audit-events"],
  people: ["people"],
  peopleCounts: ["people", "counts"],
  person: (id: string) => ["people", "one", id],
  newsletter: ["newsletter-subscriptions"],
  newsletterCounts: ["newsletter-subscriptions", "counts"],
  content: ["content"],
  contentLists: ["content", "list"],
  events: ["events"],
  investments: ["investments"],
  setup: ["setup"],
  system: ["system"],
  systemState: ["system", "state"],
  backup: (name: string) => ["system", "backups", "one", name],
  setting: (key: string) => ["settings", key],
  settingRevisions: (key: string) => ["settings", key, "revisions"],
  dealMailings: (id: string) => ["deals", "mailings", id],
  /** Of everything about what the reader owns, and what waits for them. */
  portfolio: ["portfolio"],
  ownTier: ["memberships", "me"],
  ownInvestorRecord: ["investor-records", "me"],
  statements: ["statements"],
  ownStatements: ["statements", "me"],
  ownSignedStatement: (id: string) => ["statements", "me", id],
  statementForms: ["statement-forms"],
  formsInForce: ["statement-forms", "in-force"],
  statementForm: (id: string) => ["statement-forms", "one", id],
  openDeals: ["open-deals"],
  openDealList: ["open-deals", "list"],
  openDeal: (id: string) => ["open-deals", "one", id],
  openQuestions: (id: string) => ["open-deals", "questions", id],
  openCalls: (id: string) => ["open-deals", "calls", id],
  ownOpenings: (id: string) => ["open-deals", "openings", id],
  dataRequests: ["deletion-requests"],
  companies: ["companies"],
  deals: ["deals"],
  dealCounts: ["deals", "counts"],
  deal: (id: string) => ["deals", "one", id],
  dealQuestions: (id: string) => ["deals", "questions", id],
  dealCalls: (id: string) => ["deals", "calls", id],
  dealRoom: (id: string) => ["deals", "room", id],
  dealVersion: (id: string, version: string) => ["deals", "one", id, "versions", version],
} as const;

/** What shows a deal, its commitments or its money. */
export const dealMoneyKeys: readonly QueryKey[] = [queryKeys.deals, queryKeys.audit];

/** What shows shares, their prices, their exits or the money of these. */
export const shareKeys: readonly QueryKey[] = [["held-companies"], queryKeys.companies, ["exits"], ...dealMoneyKeys];
