import { lazily } from "#shared/lazily.ts";
/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const investorRecordFields = [
  "legal_name",
  "date_of_birth",
  "address",
  "country",
  "is_uk_taxpayer",
  "bank_account_name",
] as const;
type Field = (typeof investorRecordFields)[number];

export const investorRecordLabels: Record<Field, string> = {
  legal_name: "Legal name",
  date_of_birth: "Date of birth",
  address: "Address",
  country: "Country",
  is_uk_taxpayer: "Do you pay tax in the UK?",
  bank_account_name: "Name on your bank account",
};

/** Why each is asked. */
export const investorRecordHints: Record<Field, string> = {
  legal_name: "As in your passport: statements and share certificates carry it.",
  date_of_birth: "You have to be 18 or older to invest. Day, month and year, such as 27/03/1980.",
  address: "Where you live: the nominee needs it for the shares that it holds for you.",
  country: "Where you live decides which deals may be offered to you.",
  is_uk_taxpayer: "SEIS and EIS relief is for people who pay tax in the UK.",
  bank_account_name: "Of the account that you pay from, so that your payment is known to be yours.",
};

const missingWords: Record<Field, string> = {
  legal_name: "legal name",
  date_of_birth: "date of birth",
  address: "address",
  country: "country",
  is_uk_taxpayer: "whether you pay tax in the UK",
  bank_account_name: "name on your bank account",
};

const allOf = lazily(() => new Intl.ListFormat("en-GB", { type: "conjunction" }));

export const investorRecordMessages = {
  dateOfBirth: "Please enter your date of birth",
  dateTyped: "Please enter day, month and year, such as 27/03/1980",
  dateAhead: "This day has not come yet",
  dateTooEarly: "Please check the year",
  tooYoung: "You have to be 18 or older",
  required: "Please fill this in",
  taxpayer: "Please choose Yes or No",
  country: "Please choose a country",
  ownRecord: "This is your own record. It is on your account page.",

  heading: "Investor record",
  purpose:
    "Who you are to the law when you sign a statement or invest. Members do not see it; an admin can open it only with a reason, which you read here.",
  missing: (fields: readonly Field[]) =>
    `Still missing: ${allOf().format(fields.map((field) => missingWords[field]))}. You can save what you have and add the rest later; a statement needs all of it.`,
  complete: "Your record is complete.",
  chooseCountry: "Choose a country",
  yes: "Yes",
  no: "No",
  save: "Save record",
  saving: "Saving...",
  discard: "Discard changes",
  saved: { title: "Investor record saved" },
  loading: "Loading your investor record",
  failed: "Your investor record did not load.",
  openingsHeading: "Who opened it",
  noOpenings: "No admin has opened it.",
  keptHeading: "If you delete your account",
  nothingKept: "The record goes with your account. Nothing of it is kept.",
} as const;

/** Of the admins' list. */
export const investorRecordListMessages = {
  label: "Investor Records",
  caption: "Investor records, newest first",
  fetchFailed: "Failed to fetch investor records.",
  emptyTitle: "No investor records",
  emptyText: "Members fill theirs in on their account page.",
  sealed: "Deleted account",
  sealedUntil: (day: string | null) => `a sealed record, kept until ${day}`,
  own: "Your own",
  complete: "Complete",
  incomplete: "Incomplete",
  open: "Open",
  openTitle: (name: string | null) => (name ? `Open the record of ${name}?` : "Open a sealed record?"),
  openText: "Its owner reads your name and your reason on their account page. You see the record once.",
  openSealedText:
    "Its owner has left, so nobody is told. Your name and your reason stay in the audit until the record is erased.",
  openHint: "Its owner reads it, and admins in the audit.",
  openSealedHint: "Admins read it in the audit.",
  openFailed: "Failed to open the record.",
  shownTitle: (name: string | null) => (name ? `Investor record of ${name}` : "Sealed investor record"),
  shownText: "To see it again, open it again with a reason.",
  notGiven: "Not given",
  close: "Close",
} as const;
