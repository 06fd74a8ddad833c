export const personStatuses = ["invited", "pending", "approved", "suspended", "ended", "rejected"] as const;
export type PersonStatus = (typeof personStatuses)[number];

export const personStatusLabels: Record<PersonStatus, string> = {
  invited: "Invited",
  pending: "Waiting",
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

export const peopleMessages = {
  label: "People",
  fetchFailed: "Failed to fetch people.",
  personFailed: "Failed to fetch this person.",
  exportFailed: "Failed to export people.",
  ownAccount: "This is your own account. Use the Account page, or ask another admin.",
  noSecondFactor: "This person has no second factor.",
  alreadyVerified: "This email address is verified already.",
} as const;

export const tierMessages = {
  change: "Change tier",
  tier: "Tier",
  from: "From",
  until: "Until",
  untilHint: "The last day. Empty: until you change it.",
  untilTooEarly: "Choose a day that is not before the first one.",
  trialHasNoEnd: "Trial has no last day.",
  dateMissing: "Please choose a date.",
  changed: "Tier changed",
  failed: "Failed to change the tier.",
  text: "The tier decides the fee of their next commitments. After its last day they are on Trial.",
} as const;
