/** The parts that are called back where they are new. */
export const accountParts = ["collection_account", "company_account"] as const;
export type AccountPart = (typeof accountParts)[number];

export const actKinds = ["offer", "closing"] as const;
export type ActKind = (typeof actKinds)[number];

export const actKindLabels: Record<ActKind, string> = { offer: "Offer", closing: "Closing list" };

export const actParts = [
  "offer",
  "collection_account",
  "shares",
  "company_account",
  "wire",
  "fees",
  "completion",
] as const;
export type ActPart = (typeof actParts)[number];

export const actPartLabels: Record<ActPart, string> = {
  offer: "Terms, page and panel",
  collection_account: "Account that members pay to",
  shares: "Shares",
  company_account: "Account of the company",
  wire: "Payment to the company",
  fees: "Fees to the club",
  completion: "Completion",
};

export const actPartTicks: Record<ActPart, string> = {
  offer: "The page, its terms and its warnings are right.",
  collection_account: "This account is the partner’s, for this deal.",
  shares: "Shares and costs are right, and each change has its reason.",
  company_account: "This account is the company’s.",
  wire: "The company is to be paid this sum once everybody has paid.",
  fees: "The club is to be paid these fees with it.",
  completion: "The deal completes once the documents are filed and the day of issue has had a day’s notice.",
};

export const actStates = ["prepared", "waiting", "signed", "executed", "replaced", "withdrawn", "expired"] as const;
export type ActState = (typeof actStates)[number];

export const actStateLabels: Record<ActState, string> = {
  prepared: "Not signed",
  waiting: "Waits for a second signature",
  signed: "Signed by two",
  executed: "Done",
  replaced: "Replaced",
  withdrawn: "Withdrawn",
  expired: "Expired",
};

export const signingMethods = ["passkey", "password_and_code"] as const;
export const signingMethodLabels: Record<(typeof signingMethods)[number], string> = {
  passkey: "by passkey",
  password_and_code: "by password and code, without a passkey",
};

/** A part of a signed list waits for one of these reasons. Those that the reader can do something about say what. */
export const partRefusals = [
  "not_in_list",
  "executed",
  "not_signed",
  "expired",
  "stopped",
  "not_yet",
  "list_differs",
  "not_all_paid",
  "shares_kept",
  "below_minimum",
  "costs_differ",
  "unidentified",
  "refund_open",
  "ledger_mismatch",
  "account_short",
  "no_balance",
  "balance_differs",
  "no_day",
  "unmet",
] as const;
export type PartRefusal = (typeof partRefusals)[number];

/** Both signers, and everybody who takes part, see the same letters for the same text. */
export const codeOf = (sha256: string): string => `${sha256.slice(0, 4)} ${sha256.slice(4, 8)}`;

export const actMessages = {
  dealOver: "This deal is over or not yet prepared.",
  noVersion: "There is no new version to sign. Make one under Versions first.",
  newerTerms: "There are newer terms than those of this version. Make a new version first.",
  noPanel: "Say first who signs for this deal.",
  noShares: "The shares are not worked out yet. That happens when the deal closes.",
  sharesKept:
    "Freed shares are kept for members who asked for more. A closing list is made and signed once that time is over, or the offer is ended.",
  accountInUse:
    "Members of another deal pay to this account, and that deal is not settled. Enter another account first.",
  noCollectionAccount: "Enter the account that members pay to first.",
  noCompanyAccount: "Enter the company’s account first.",
  noSuccessFee: "Say first what allows the success fee, or why it is waived.",
  signsForRound:
    "You sign for this round. In its last 24 hours you can lower or withdraw what you asked for, and not raise it.",
  overTold: (most: string) =>
    `Members read that you take part with shares for at most ${most}. Ask for no more, or sign a new offer with another sum.`,
  arranger: (who: string) =>
    `${who} So the closing list cannot be signed. Sign a new offer whose panel does not say so.`,
  closed: "This list is not open any more.",
  changed: "What this list says is not so any more. Sign a new one.",
  notTheSame: "You looked at another text than the one that would be signed. Please read it again.",
  notYet: "You are new on the panel of this deal. You can sign three days after members were told.",
  ticks: "Tick each part that you have checked.",
  needsCallBack: "Say whom you called back, at which number, and where that number is from.",
  ownCallBack: "You entered this account, or asked for it. Somebody else of the panel calls it back.",
  needsProof: "Use your passkey, or your password with a code.",
  usePasskey: "You have a passkey. Please sign with it.",
  objectedBefore: "You have objected to this list before.",
  objectionClosed: "This objection is withdrawn or answered.",
  reason: "Please say why",
  answer: "Please write an answer",
  panelUnknown: "Choose people of the list of admins and second signatories.",
  panelSize: "Two to four people sign for a deal, one of them an admin.",
  balanceDiffers: (difference: string) =>
    `The bank’s balance and the list differ by ${difference}. Nothing leaves the account. Look for a payment that is missing, or that should not be there.`,
} as const;
