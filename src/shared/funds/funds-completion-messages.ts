/** Apart from the schemas, so that a page can say these words without loading a validator. */

/** What completion asks for, in the order in which it is shown. */
export const completionItems = [
  "due_applied",
  "refunds",
  "documents",
  "schedule",
  "minimum",
  "company_account",
  "success_fee",
  "wire",
  "issue_date",
  "schemes_apart",
  "account_empty",
] as const;
export type CompletionItem = (typeof completionItems)[number];
export const completionItemLabels: Record<CompletionItem, string> = {
  due_applied: "All due is applied",
  refunds: "Refunds paid or listed",
  documents: "Signed documents filed",
  schedule: "Nominee’s schedule",
  minimum: "The club’s minimum is reached",
  company_account: "Company’s account called back",
  success_fee: "Success fee allowed by the articles of association",
  wire: "Paid to the company",
  issue_date: "Shares issued after payment",
  schemes_apart: "SEIS and EIS on different days",
  account_empty: "Nothing left on account",
};
/** "later": decided by the day of issue, which is given with the proposal. */
export const completionItemStates = ["met", "open", "later"] as const;

export const paperKinds = [
  "subscription_agreement",
  "board_minutes",
  "nominee_agreement",
  "share_schedule",
  "success_fee_invoice",
  "company_certificate",
  "ledger",
  "beneficial_certificate",
  "signed_commitment",
  "relief_certificate",
] as const;
export type PaperKind = (typeof paperKinds)[number];
/** "SEIS" or "EIS" instead of "relief" where the scheme is known: "SEIS3, for your tax return". */
export const paperLabels: Record<PaperKind, string> = {
  subscription_agreement: "Subscription agreement",
  board_minutes: "Minutes of the company’s board",
  nominee_agreement: "Agreement with the nominee",
  share_schedule: "The company’s signed schedule",
  success_fee_invoice: "Invoice of the success fee",
  company_certificate: "The company’s share certificate",
  ledger: "Payments in this deal",
  beneficial_certificate: "Certificate of your beneficial ownership",
  signed_commitment: "What you signed",
  relief_certificate: "Certificate for your tax return",
};
/** Filed before a deal completes. */
export const signedPaperKinds = [
  "subscription_agreement",
  "board_minutes",
  "nominee_agreement",
  "share_schedule",
] as const satisfies readonly PaperKind[];
/** That admins upload as they are. */
export const uploadedPaperKinds = [...signedPaperKinds, "company_certificate"] as const satisfies readonly PaperKind[];
export const maximumPaperBytes = 25 * 1024 * 1024;

/** Of a round's way to its relief, as recorded; "chased" is the club's own. */
export const reliefSteps = ["filed", "authorised", "certified", "chased"] as const;

/** Members and founders do not have it beside them. @param article as an admin typed it: "14", "Article 14.2". */
export const articleWords = (article: string): string =>
  `article ${article.replace(/^(?:articles?|art\.?)\s+(?=\d)/i, "")} of the company’s articles of association`;

export const completionMessages = {
  required: "Please fill this in",
  atMost: (count: number) => `Please use at most ${count} characters`,
  reason: "Please give a reason",
  article: "Please give the number of the article, or say why the fee is waived",
  allowed: "Please enter 0.01% to 10%, the most that the law allows",
  accountPaid:
    "The payment to the company is made ready or paid, so its account stays. If the bank has not sent it, cancel that payment first.",
  accountDecided: "This account is confirmed or replaced already.",
  feeAbove: (bp: number) =>
    `The page says that the success fee is ${bp / 100}%. Enter what the article allows if it is that or more; otherwise waive the fee`,
  tooEarlyOrLate: "This is filed while the deal is prepared, open or closing.",
  afterCompletion: "This is filed once the deal is completed.",
  scheduleSays: (day: string) => `The company’s schedule says ${day}. File the right schedule, or give that day.`,
  notClosing: "A deal is completed while it is closing.",
  proposalDecided: "This proposal is confirmed or replaced already.",
  paperTooLarge: "Please choose a file of at most 25 MB",
  day: "Please enter a day, such as 2027-02-02",
} as const;
