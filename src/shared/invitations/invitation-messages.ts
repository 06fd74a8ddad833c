export const invitationStates = ["unused", "used", "expired"] as const;
export type InvitationState = (typeof invitationStates)[number];

export const invitationLifetimeDays = 30;

export const invitationMessages = {
  usedCannotBeDeleted: "A used invitation cannot be deleted.",
  exists: "This email address already has an unused invitation.",
  codeSent: (email: string) => `The code is on its way to ${email}.`,
  noMailServer: (email: string) => `No mail server is set, so ${email} gets no email: copy the code and pass it on.`,
} as const;
