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

export const investorRecordHints: Record<Field, string> = {
  legal_name: "As in your passport: statements and share certificates carry it.",
  date_of_birth: "You have to be 18 or older to invest. For example 27 3 1980.",
  address: "Where you live: the nominee needs it for the shares that it holds for you.",
  country: "Where you live decides which deals may be offered to you.",
  is_uk_taxpayer: "SEIS and EIS relief is for people who pay tax in the UK.",
  bank_account_name: "Of the account that you pay from, so that your payment is known to be yours.",
};

export const statementStepHints: Partial<Record<Field, string>> = {
  bank_account_name: "Payments have to come from this account",
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
  dateTyped: "Please enter day, month and year, such as 27 3 1980",
  dateAhead: "This day has not come yet",
  dateTooEarly: "Please check the year",
  tooYoung: "You have to be 18 or older",
  country: "Please choose a country",
  ownRecord: "This is your own record. It is on your account page.",

  heading: "Investor record",
  missing: (fields: readonly Field[]) =>
    `Still missing: ${allOf().format(fields.map((field) => missingWords[field]))}. You can save what you have and add the rest later; a statement needs all of it.`,
  yes: "Yes",
  no: "No",
} as const;
