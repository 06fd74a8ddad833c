export const signatoryCapacities = ["admin", "second"] as const;
export type SignatoryCapacity = (typeof signatoryCapacities)[number];

export const capacityLabels: Record<SignatoryCapacity, string> = { admin: "Admin", second: "Second signatory" };

/** "an admin". */
export const roleWords = (capacity: SignatoryCapacity): string =>
  capacity === "admin" ? "an admin" : `a ${capacityLabels[capacity].toLowerCase()}`;

export const signatoryMessages = {
  howKnownMissing: "Please say how you know this person.",
  reasonMissing: "Please give a reason.",
  own: "This is about yourself: others decide.",
  notEligible: "Only an approved member whose email address is verified can be made an admin or a second signatory.",
  isAdmin: "This person is an admin already.",
  isFirstAdmin: "This person is one of the first admins, whom only the setting ADMIN_EMAILS can remove.",
  proposedAlready: "This person is proposed already.",
  endProposedAlready: "Somebody has proposed this already.",
  decided: "Somebody else has decided this meanwhile.",
  stands: "The week for objections is over. Two persons can take the role away.",
  objectedAlready: "You have objected already.",
  secondPerson: "Another person has to confirm what you proposed.",
  origins: { proposed: "Proposed", setting: "By the club’s own setting", taken_over: "Admin" },
  confirmText: {
    admin:
      "Confirm only somebody whom you know to be another person than who proposed them. They can at once invite people and decide on memberships and profiles, and in 7 days they sign for money.",
    second:
      "Confirm only somebody whom you know to be another person than who proposed them. In 7 days they sign for money.",
  },
  proposeTitle: {
    admin: (name: string) => `Propose ${name} as an admin?`,
    second: (name: string) => `Propose ${name} as a second signatory?`,
  },
  proposeText: {
    admin:
      "Another person confirms it, then all who have to know are told. They can then invite people, decide on memberships and profiles and, 7 days later, sign for money.",
    second:
      "Another person confirms it, then all who have to know are told. 7 days later they sign for money and confirm roles, and do nothing else.",
  },
} as const;

/** Told to admins, second signatories and members whose money is under way. */
export const signatoryNews = ["announced", "objected", "ended"] as const;
export type SignatoryNews = (typeof signatoryNews)[number];

/** The days count from the announcement on. */
export const standingDays = 7;

export const standsFrom = (announced: Date): Date => new Date(announced.getTime() + standingDays * 24 * 60 * 60 * 1000);
