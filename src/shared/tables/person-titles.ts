/** The words name whose column it is, in lists of several things: "Contact email", "Investor first name". */
const owners = [
  ...["member", "contact", "subscriber", "customer", "billing", "investor", "shareholder", "attendee", "delegate"],
  ...["guest", "your", "what is your"],
];

export const withOwners = (titles: readonly string[], others: readonly string[] = []): string[] => [
  ...titles,
  ...[...owners, ...others].flatMap((owner) => titles.map((title) => `${owner} ${title}`)),
];

/** Of address books, mail programs, newsletters and membership lists, the likeliest first. */
export const emailTitles = [
  ...["email", "email address", "primary email address", "primary email", "email 1 value", "email 1", "email1"],
  ...withOwners(["email", "email address"], ["user", "work", "business", "personal", "home", "private"]).slice(2),
  ...["mail", "email 1 address", "email address 1", "email id", "user principal name", "upn"],
];

/** Programs and forms give columns these titles where a name has two parts. */
export const firstNameTitles = ["first name", "first names", "firstname", "forename", "forenames", "given name"];
export const lastNameTitles = ["last name", "lastname", "surname", "family name"];
