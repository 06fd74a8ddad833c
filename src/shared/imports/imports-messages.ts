/** Apart from the schemas, so that a page can say these words without loading a validator. */
export const importMinimumHeightPx = 200;
export const importLineLimit = 5000;
/** Characters of one person. */
export const importLineLength = 600;
/** Lines per request and transaction. */
export const importBatchSize = 200;

/** Where people of the examples have their e-mail. */
export const importExampleHost = "example.com";

export const importMessages = {
  created: "Created successfully",
  exists: "Already exists",
  failed: "Failed to create",
  error: "Error occurred",
  header: "Header line, not a member",
  lineTooLong: `This line has more than ${importLineLength} characters`,
  openQuote: "A quotation mark in this line is not closed",
  noEmail: "There is no email address in this line",
  notValid: "The email address is not valid",
  severalAddresses:
    "This line has more than one email address. Keep one of them, or write each person on a line of their own",
  nameHasAt: "The name in this line has an at-sign. Write the name, or leave it out",
  tierUnknown: "After the email address only a tier can follow: trial, premium or vip",
  tierKept: "Only new people get the tier of their line. Theirs stays as it is.",
  invitationStands: "Has an unused invitation already, so no new one was sent.",
  approvedOnRegistration: "Whoever is imported becomes an approved member as soon as they register.",
  restText: "The lines that were not imported are still in the box, to be mended.",
  noValidTitle: "No valid members found",
  noValidText: `Please check your format. Use: Name, name@${importExampleHost} (one per line)`,
  tooManyLines: `Please import at most ${importLineLimit} lines at a time.`,
  stoppedTitle: "Import stopped",
  failedTitle: "Import failed",
  stoppedText: (done: number, total: number) =>
    `It came to ${done} of ${total} members. All that is not imported is still in the box.`,
  uncertainText:
    "The last answer was lost, so some of the lines in the box may be imported already. Importing them again creates nobody twice.",
  numbered: "Lines are numbered as in the box, not as in a file that was added to it.",
  fileAdded: (name: string) => `The members of ${name} are in the box.`,
  signedOut: "You must be logged in as an admin to import members.",
  completedTitle: "Import completed",
  completedText: (created: number, total: number) => `${created} members imported successfully out of ${total} total.`,
} as const;
