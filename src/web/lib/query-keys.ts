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
  person: (id: string) => ["people", "one", id],
  dataRequests: ["deletion-requests"],
} as const;
