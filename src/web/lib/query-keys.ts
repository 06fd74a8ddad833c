/** What the browser keeps of the server's answers, by feature: a change makes everything below its key stale. */
export const queryKeys = {
  profiles: ["member-profiles"],
  directory: ["member-profiles", "directory"],
  directoryFilters: ["member-profiles", "filters"],
  profile: (id: string | null) => ["member-profiles", "one", id],
  ownProfile: ["member-profiles", "me"],
  submissions: ["member-profile-submissions"],
  ownSubmission: ["member-profile-submissions", "me"],
  requests: ["membership-requests"],
  invitations: ["invitations"],
  events: ["events"],
  investments: ["investments"],
  account: ["account"],
  admins: ["user-roles"],
  waitingCounts: ["waiting-counts"],
  audit: ["audit-events"],
  dataRequests: ["deletion-requests"],
} as const;
