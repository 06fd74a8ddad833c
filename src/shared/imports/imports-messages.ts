/** Apart from the schemas, so that a page can say these words without loading a validator. */
export const importMinimumHeightPx = 200;
export const importLineLimit = 5000;
/** Characters of one person. */
export const importLineLength = 600;
/** Lines per request and transaction. */
export const importBatchSize = 200;

/** People of the examples have e-mail addresses at this host. */
export const importExampleHost = "example.com";

export const importMessages = {
  created: "Created successfully",
  exists: "Already exists",
  twice: "Twice in this list",
  twiceInLine: (line: number) => `Line ${line} has this address too, and is the one that counts.`,
  failed: "Failed to create",
  error: "Error occurred",
  header: "Header line, not a member",
  lineTooLong: `This line has more than ${importLineLength} characters`,
  noEmail: "There is no email address in this line",
  notValid: "The email address is not valid",
  severalAddresses:
    "This line has more than one email address. Keep one of them, or write each person on a line of their own",
  nameHasAt: "The name in this line has an at-sign. Write the name, or leave it out",
  tierUnknown: "After the email address only a plan can follow: trial, premium or vip",
  tierKept: "Only new people get the plan of their line. Theirs stays as it is.",
  invitationStands: "Has an unused invitation already, so no new one was sent.",
  noMailServer: "No mail server is set, so nobody gets an email: the results as CSV have the codes to pass on.",
  noValidText: `Please check your format. Use: Name, name@${importExampleHost} (one per line)`,
  tooMany: (count: number) =>
    `This list has ${count.toLocaleString("en-GB")} members. Please import at most ${importLineLimit.toLocaleString("en-GB")} at a time.`,
  stoppedTitle: "Import stopped",
  failedTitle: "Import failed",
  completedTitle: "Import completed",
} as const;
