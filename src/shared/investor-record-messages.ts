/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const investorRecordFields = [
  "legal_name",
  "date_of_birth",
  "address",
  "country",
  "is_uk_taxpayer",
  "bank_account_name",
] as const;

export const investorRecordMessages = {
  dateOfBirth: "Please enter your date of birth",
  dateAhead: "This day has not come yet",
  dateTooEarly: "Please check the year",
  country: "Please choose a country",
  ownRecord: "This is your own record. It is on your account page.",
} as const;
