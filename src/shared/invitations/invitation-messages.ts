export const invitationStates = ["unused", "used", "expired"] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationStateLabels = { unused: "Unused", used: "Used", expired: "Expired" } as const;

export const invitationLifetimeDays = 30;

export const invitationMessages = {
  fetchFailed: "Failed to fetch invitations.",
  createFailed: "Failed to create invitation.",
  deleteFailed: "Failed to delete invitation.",
  created: "Invitation Created",
  deleted: "Invitation Deleted",
  copied: "Copied",
  usedCannotBeDeleted: "A used invitation cannot be deleted.",
  exists: "This email address already has an unused invitation.",
  codeSent: (email: string) => `The code is on its way to ${email}.`,
  sent: "Invitation Sent",
  usableAgain: (email: string) => `${email} has ${invitationLifetimeDays} days from now to use it.`,
  prolonged: "Invitation Prolonged",
  noMailServer: (email: string) => `No mail server is set, so ${email} gets no email: copy the code and pass it on.`,
} as const;
