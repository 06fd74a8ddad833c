export const invitationStates = ["unused", "used", "expired"] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationStateLabels = { unused: "Unused", used: "Used", expired: "Expired" } as const;

export const invitationMessages = {
  fetchFailed: "Failed to fetch invitations.",
  createFailed: "Failed to create invitation.",
  deleteFailed: "Failed to delete invitation.",
  created: "Invitation Created",
  deleted: "Invitation Deleted",
  copied: "Copied",
  usedCannotBeDeleted: "A used invitation cannot be deleted.",
  exists: "This email address already has an unused invitation.",
} as const;

export const invitationLifetimeDays = 30;
