/** Apart from the schemas, so that a page can say these words without loading a validator. */

/** From the request to the deletion, as the privacy page promises. */
export const deletionDays = 30;

export const yourDataMessages = {
  keptText: (day: string) =>
    `The law asks us to keep your investor record and what belongs to it until ${day} at least, and longer while you hold shares. It stays sealed: an admin can open it only for a reason that is recorded. After that it is erased.`,
  ask: "Ask for deletion",
  asking: "Asking...",
  requested: { title: "Your request for deletion is with the admins" },
  alreadyRequested: "You have asked for this already.",
  passwordMissing: "Please enter your password.",
} as const;

interface ToDelete {
  email: string;
  is_first_admin: boolean;
  admins_left: number | null;
}

export const dataRequestMessages = {
  executeText: ({ email, is_first_admin, admins_left }: ToDelete) =>
    [
      "Account, profile, submission, invitations and mails that wait are deleted for good. This cannot be undone.",
      is_first_admin &&
        `${email} stands in ADMIN_EMAILS: have it taken out there first, or the next start and the command npm run first-admin make a new admin link for it.`,
      admins_left === 1 && "One admin is left then.",
    ]
      .filter(Boolean)
      .join(" "),
  ownRequest: "Another admin has to carry out your own request.",
} as const;
