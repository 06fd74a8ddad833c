export const closedMessages = {
  rejected: {
    title: "Your membership was not approved",
    detail: "Your membership was not approved, so the members area is closed to you.",
    text: "The members area is closed to you. If you think this is a mistake, write to",
  },
  suspended: {
    title: "Your membership is suspended",
    detail: "Your membership is suspended, so the members area is closed to you.",
    text: "The members area is closed to you until an admin reinstates you. The reason was sent to you by email. If you think this is a mistake, write to",
  },
  ended: {
    title: "Your membership has ended",
    detail: "Your membership has ended, so the members area is closed to you.",
    text: "The members area is closed to you. The reason was sent to you by email. Your account is deleted within three months of the end. If you think this is a mistake, write to",
  },
} as const;

export type MembershipChange = "suspend" | "end" | "reinstate";

interface ChangeMessages {
  label: string;
  /** Dialog text for the admin. */
  text: string;
  done: string;
  failed: string;
}

export const membershipChangeMessages: Record<MembershipChange, ChangeMessages> = {
  suspend: {
    label: "Suspend",
    text: "They are signed out everywhere and their profile leaves the directory, until an admin reinstates them.",
    done: "Membership suspended",
    failed: "Failed to suspend membership.",
  },
  end: {
    label: "End membership",
    text: "They are signed out everywhere and their profile leaves the directory. Their account is deleted within three months. Shares that they hold stay theirs: the nominee goes on holding them, and their investor record and papers are kept.",
    done: "Membership ended",
    failed: "Failed to end membership.",
  },
  reinstate: {
    label: "Reinstate",
    text: "The members area opens to them again, and their profile returns to the directory.",
    done: "Membership reinstated",
    failed: "Failed to reinstate membership.",
  },
};

/** For somebody who was rejected. */
export const admissionMessages: ChangeMessages = {
  label: "Approve after all",
  text: "The rejection is taken back, and the members area opens to them.",
  done: "Membership approved",
  failed: "Failed to approve membership.",
};

export const standingMessages = {
  notAMember: "This person is not an approved member.",
  hasEnded: "This membership has ended already.",
  reasonLabel: "Reason",
  reasonHint: "Sent to them by email.",
  reasonMissing: "Please give a reason",
  toldByEmail: (name: string) => `${name} is told by email.`,
  cancel: "Cancel",
  busy: "Saving...",
  suspended: "Suspended",
  ended: "Ended",
} as const;

export const profileHidingMessages = {
  ownerHeading: "In the directory",
  shownTitle: "Members see your profile in the directory",
  hiddenTitle: "Your profile is hidden from the directory",
  hiddenText: "Only you and the admins see it. Saving it does not show it again.",
  hide: "Hide my profile",
  show: "Show my profile",
  busy: "Saving...",
  hidden: "Your profile is hidden",
  shown: "Your profile is shown",
  failed: "Failed to change where your profile is shown.",
  hiddenByAdminTitle: "An admin has hidden your profile from the directory",
  hiddenByAdminText: "The reason was sent to you by email. Only an admin can show it again.",
  adminHide: "Hide profile",
  adminHideText: "It leaves the directory until an admin shows it again, also if its owner saves it.",
  adminShow: "Show profile",
  adminShowText: "It returns to the directory, unless its owner hides it too.",
  adminHidden: "Profile hidden",
  adminShown: "Profile shown",
  adminFailed: "Failed to change where the profile is shown.",
  isHiddenByAdmin: "Hidden from the directory by an admin.",
  isHiddenByOwner: "Hidden from the directory by its owner.",
  ownProfile: "Hide your own profile in Edit Profile.",
} as const;

export const userRoleMessages = {
  given: "Admin role given",
  taken: "Admin role removed",
  isAdminNow: (name: string) => `${name} is an admin now.`,
  isAdminNoMore: (name: string) => `${name} is no admin any more.`,
  nobodyFound: "No approved member has that in their name or email address.",
  fetchFailed: "Failed to fetch admins.",
  searchFailed: "Failed to search for members.",
  giveFailed: "Failed to give the admin role.",
  takeFailed: "Failed to remove the admin role.",
  ownRole: "You cannot change your own rights. Ask another admin.",
  notEligible: "Only an approved member whose email address is verified can be made an admin.",
  isFirstAdmin: "This person is one of the first admins, whom only the setting ADMIN_EMAILS can remove.",
} as const;

export const recentDecisionsCount = 5;

export const membershipRequestMessages = {
  recentDecisions: "Recent Decisions",
  fetchFailed: "Failed to fetch membership requests.",
  approveFailed: "Failed to approve membership.",
  rejectFailed: "Failed to reject membership.",
  approved: "Membership approved",
  rejected: "Membership rejected",
  approvedOnRegistration: "on registration",
  alreadyDecided: "This request has already been decided.",
  personIsAdmin: "This person is an admin. Remove the admin role first.",
} as const;
