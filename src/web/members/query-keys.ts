/** What the browser keeps of the server's answers, by feature: a change makes everything below its key stale. */
export const queryKeys = {
  profiles: ["member-profiles"],
  directory: ["member-profiles", "directory"],
  ownProfile: ["member-profiles", "me"],
  submissions: ["member-profile-submissions"],
  ownSubmission: ["member-profile-submissions", "me"],
  requests: ["membership-requests"],
  invitations: ["invitations"],
  events: ["events"],
  investments: ["investments"],
  account: ["account"],
  dataRequests: ["deletion-requests"],
} as const;
