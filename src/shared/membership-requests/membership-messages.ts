import { formatPence } from "../pence.ts";
import type { RunningCommitment } from "./membership-requests.ts";

type Named = Pick<RunningCommitment, "company_name" | "pence">;

export const namedCommitments = (commitments: readonly Named[]): string =>
  commitments.map(({ company_name, pence }) => `${company_name}, ${formatPence(pence)}`).join("; ");

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
    text: "The members area is closed to you. The reason was sent to you by email. Shares that you own stay yours. Your account is deleted within three months of the end: until then, Your data has your documents to download. With a question about your shares, or if you think this is a mistake, write to",
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
    text: "They are signed out everywhere and their profile leaves the directory. Their account is deleted within three months. Shares that they hold stay theirs: the nominee goes on holding them, and their investor record and documents are kept.",
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

export const admissionMessages: ChangeMessages = {
  label: "Approve after all",
  text: "The rejection is taken back, and the members area opens to them.",
  done: "Membership approved",
  failed: "Failed to approve membership.",
};

export const standingMessages = {
  notAMember: "This person is not an approved member.",
  inRound: (commitments: readonly Named[]) =>
    `Shares are allocated to this person: ${namedCommitments(commitments)}. They pay or object on their own page, so the membership can be suspended or ended once the deal is completed or their shares are released. To keep somebody else out meanwhile, sign them out everywhere.`,
  endsToo: (commitments: readonly Named[]) =>
    `What they committed ends too: ${namedCommitments(commitments)}. They owe nothing.`,
  hasEnded: "This membership has ended already.",
  reasonHint: "Sent to them by email.",
  reasonMissing: "Please give a reason",
  toldByEmail: (name: string) => `${name} is told by email.`,
} as const;

export const profileHidingMessages = {
  ownProfile: "Hide your own profile in Edit Profile.",
} as const;

export const userRoleMessages = {
  ownRole: "You cannot change your own rights. Ask another admin.",
} as const;

export const recentDecisionsCount = 5;

export const membershipRequestMessages = {
  recentDecisions: "Recent Decisions",
  alreadyDecided: "This request has already been decided.",
  personIsAdmin: "This person is an admin. Remove the admin role first.",
} as const;
