export const personStatuses = ["invited", "pending", "approved", "suspended", "ended", "rejected"] as const;
export type PersonStatus = (typeof personStatuses)[number];

export const personStatusLabels: Record<PersonStatus, string> = {
  invited: "Invited",
  pending: "Pending",
  approved: "Approved",
  suspended: "Suspended",
  ended: "Ended",
  rejected: "Rejected",
};

export const tiers = ["trial", "premium", "vip"] as const;
export type Tier = (typeof tiers)[number];

export const tierLabels: Record<Tier, string> = { trial: "Trial", premium: "Premium", vip: "VIP" };

export const profileStates = [
  "none",
  "in_review",
  "sent_back",
  "shown",
  "hidden_by_owner",
  "hidden_by_admin",
  "not_listed",
] as const;
export type ProfileState = (typeof profileStates)[number];

export const profileStateLabels: Record<ProfileState, string> = {
  none: "None",
  in_review: "In review",
  sent_back: "Sent back",
  shown: "Shown",
  hidden_by_owner: "Hidden by owner",
  hidden_by_admin: "Hidden by the club",
  not_listed: "Not shown",
};

export type AccountAction =
  | "reset_two_factor"
  | "sign_out"
  | "resend_verification"
  | "lift_sign_in_limit"
  | "reset_mail_refusals";

interface ActionMessages {
  label: string;
  /** Dialog text for the admin. */
  text: string;
  hint: string;
  done: string;
  failed: string;
}

const toldHint = "Sent to them by email.";
export const keptHint = "Kept in their history, for admins. It is not sent to them.";

export const accountActionMessages: Record<AccountAction, ActionMessages> = {
  reset_two_factor: {
    label: "Reset second factor",
    text: "Their authenticator app, recovery codes and passkeys stop working, they are signed out everywhere, and API keys that they made are revoked. Their password alone signs them in until they set it up again. Make sure that it is them: call a number you had before.",
    hint: toldHint,
    done: "Second factor reset",
    failed: "Failed to reset the second factor.",
  },
  sign_out: {
    label: "Sign out everywhere",
    text: "All their devices and programs are signed out, and API keys that they made are revoked. They can sign in again.",
    hint: toldHint,
    done: "Signed out everywhere",
    failed: "Failed to sign them out.",
  },
  resend_verification: {
    label: "Resend verification",
    text: "They get another email with a link to verify their address.",
    hint: keptHint,
    done: "Verification email sent",
    failed: "Failed to send the verification email.",
  },
  lift_sign_in_limit: {
    label: "Lift sign-in limit",
    text: "Wrong passwords, wrong codes and requested emails are counted from zero again, for them alone.",
    hint: keptHint,
    done: "Sign-in limit lifted",
    failed: "Failed to lift the sign-in limit.",
  },
  reset_mail_refusals: {
    label: "Send emails again",
    text: "Messages of the club go to this address again. If the mail server refuses the next one, they end again.",
    hint: keptHint,
    done: "Emails are sent again",
    failed: "Failed to reset the refused emails.",
  },
};

export const peopleMessages = {
  label: "People",
  neverSignedIn: "Never",
  app: "App",
  noFactor: "None",
  history: "What happened",
  account: "Account",
  ownAccount: "This is your own account. Use the Account page, or ask another admin.",
  noSecondFactor: "This person has no second factor.",
  noRefusedMails: "No email to this person was refused.",
  alreadyVerified: "This email address is verified already.",
} as const;

export const tierBatchLimit = 1000;

export const tierResults = ["set", "unchanged", "not_a_member", "ended", "own", "missing"] as const;
export type TierResult = (typeof tierResults)[number];

export const tierResultMessages: Record<TierResult, string> = {
  set: "Plan changed",
  unchanged: "Had this plan with these days already.",
  not_a_member: "Is not an approved member.",
  ended: "The membership has ended.",
  own: "This is your own account: ask another admin.",
  missing: "The account does not exist any more.",
};

export const tierMessages = {
  change: "Change plan",
  untilTooEarly: "Choose a day that is not before the first one.",
  trialHasNoEnd: "Trial has no last day.",
  dateMissing: "Please choose a date.",
  changed: "Plan changed",
  nobodyChosen: "Please choose somebody.",
  tooMany: `Please choose at most ${tierBatchLimit} people at a time.`,
  /** The reason of a tier that came with an import. */
  imported: "Import",
  /** And of one that the invitation named. */
  invited: "Invitation",
} as const;

/** "Premium until 31 March 2027". */
export const tierWords = (tier: Tier, until: string | null, format: (day: string) => string): string =>
  until ? `${tierLabels[tier]} until ${format(until)}` : tierLabels[tier];

export const ownTierMessages = {
  heading: "Membership",
  priority: {
    vip: "In SEIS and EIS deals your early commitments are in the priority window.",
    premium: "The terms of a deal say whom its priority window is for: VIP members, and in some deals you too.",
    trial:
      "The terms of a deal say whom its priority window is for: VIP members, and in some deals Premium members too.",
  } satisfies Record<Tier, string>,
} as const;
