/** The mail's link works for so long. */
export const accountLinkDays = 14;

export const companyAccountMessages = {
  mayGive: "Please confirm that you may give this account",
  used: (day: string) =>
    `This link has been used: the account was sent on ${day}. If something in it is wrong, ring the person at the club who asked you.`,
  ended: "The club has sent a newer link since, or has the account already. Use its newest email, or ask the club.",
  over: "This round is over. The club needs no account for it any more.",
} as const;
