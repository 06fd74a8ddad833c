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
