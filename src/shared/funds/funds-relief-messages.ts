/** Apart from the schemas, so that a page can say these words without loading a validator. */

/** What can be wrong with a certificate beside the register: the first two block, the others warn. */
export const reliefDifferences = ["amount_pence", "issued_on", "name", "shares", "uir"] as const;
export type ReliefDifference = (typeof reliefDifferences)[number];
export const blockingReliefDifferences = ["amount_pence", "issued_on"] as const satisfies readonly ReliefDifference[];

/** That an admin records: SEIS1 or EIS1 sent to HMRC; its answer with the reference; certificates made out by the company. */
export const recordedReliefSteps = ["filed", "authorised", "certified"] as const;
export type RecordedReliefStep = (typeof recordedReliefSteps)[number];

export const reliefStates = ["waiting", "delivered", "not_wanted", "not_a_taxpayer"] as const;

export const maximumReliefCertificates = 500;

export const leftOutReasons = ["not_pdf", "unreadable", "locked", "known"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

type Scheme = "SEIS" | "EIS" | "none";

export const reliefMessages = {
  steps: {
    assurance: "Advance assurance",
    issued: "Shares issued",
    filed: (scheme: Scheme) => `${scheme}1 sent to HMRC`,
    authorised: (scheme: Scheme) => `${scheme}2 with the reference`,
    certified: (scheme: Scheme) => `${scheme}3 made out by the company`,
    delivered: "Delivered to members",
  },
  delivered: (delivered: number, due: number, amount: string) => `${delivered} of ${due}, ${amount}`,
  day: "Please enter a day, such as 2027-08-05",
  inFuture: "This day is still to come",
  tooEarly: (day: string) => `The step before it was on ${day}`,
  tooLate: (day: string) => `The step after it was on ${day}`,
  stepBefore: "Please record the step before it first",
  uir: "Please enter the reference that HMRC gave, as on its letter",
  notCompleted: "This is recorded once members hold their shares.",
  noScheme: "Nobody in this deal gets a certificate for tax relief.",
  notPdfOrZip: "Please choose PDFs, or a ZIP of PDFs",
  tooMany: (count: number) => `Please choose at most ${count} certificates at once`,
  locked: "This ZIP is locked with a password. Please choose one without a password",
  tooMuch: "This ZIP holds more than can be read. Please choose fewer PDFs at once",
  leftOut: {
    not_pdf: "It is no PDF.",
    unreadable: "It cannot be opened. Save it again in the program it was made with, and add the new file.",
    locked: "It is locked with a password. Take the password off, and add it again.",
    known: "It is here already.",
  } satisfies Record<LeftOutReason, string>,
  noneTaken: (files: readonly { file_name: string; said: string }[]) => {
    const named = files.slice(0, 10).map(({ file_name, said }) => `${file_name}: ${said}`);
    const more = files.length > 10 ? [`And ${files.length - 10} more.`] : [];
    return ["No file of this ZIP can be used as a certificate.", ...named, ...more].join(" ");
  },
  unreadable: "This file cannot be read. Please choose PDFs, or a ZIP of PDFs",
  /** Figures as on the certificate and as in the register: "amount is £9,596.21, the shares cost £8,529.96". */
  amount: (given: string, held: string) => `amount is ${given}, the shares cost ${held}`,
  issuedOn: (given: string, held: string) => `issued on ${given}, the register has ${held}`,
  name: (given: string, held: string) => `name is ${given}, the register has ${held}`,
  shares: (given: string, held: string) => `shares are ${given}, the register has ${held}`,
  uirDiffers: (given: string, held: string) => `reference is ${given}, HMRC gave ${held}`,
  otherCompany: (given: string, company: string) => `The company on it is ${given}, this deal is of ${company}`,
  otherNumber: (given: string, company: string, number: string) =>
    `The company number on it is ${given}, ${company} has ${number}`,
  otherScheme: (given: string, scheme: Scheme) => `It is for ${given}, this round is ${scheme}`,
  holds: (who: string, shares: string, cost: string, given: string) =>
    `${who} holds ${shares} for ${cost}; the certificate says ${given}`,
  notWaiting: {
    delivered: (who: string) => `${who} has a certificate already`,
    not_wanted: (who: string) => `${who} wants no relief`,
    not_a_taxpayer: (who: string) => `${who} pays no tax in the UK`,
  },
  severalFit: (names: string) => `It fits several members: ${names}`,
  noName: "No name could be read on it, and no single member has its figures",
  notOfDeal: (name: string) => `No member of this deal is called ${name}`,
  notDelivered: "This certificate is with no member.",
  amountUnread: "Please enter the amount as on the certificate",
  issuedOnUnread: "Please enter the day of issue as on the certificate",
  hasOne: "This member has a certificate already.",
  noRelief: "This member is not due a certificate.",
  decided: "This certificate is matched or removed already.",
} as const;
