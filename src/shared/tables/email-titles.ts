/** Of address books, mail programs, newsletters and membership lists, the likeliest first. */
export const emailTitles = [
  ...["email", "email address", "primary email address", "primary email", "email 1 value", "email 1", "email1"],
  ...["user email", "member email", "subscriber email", "contact email", "customer email", "billing email"],
  ...["work email", "business email", "personal email", "home email", "private email", "mail", "email 1 address"],
  ...["email id", "your email", "user principal name", "upn"],
];
