/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const lossClaimMessages = {
  label: "What you can claim",
  title: (company: string) => `What you can claim for ${company}`,
  lead: "If you paid income tax or capital gains tax in the UK, you may be able to set this loss against it. The figures follow from your own holdings and from what you recorded. This is not advice: an accountant can say what applies to you.",
  none: "Nothing to claim here",
  noneText: "These shares are still held, or brought at least what they cost less your relief.",
  soldOn: (shares: string, issued: string, day: string) => `${shares} shares of ${issued}, sold on ${day}`,
  lostOn: (shares: string, issued: string, day: string) => `${shares} shares of ${issued}, worth nothing since ${day}`,
  cost: "What they cost",
  costNote: "The club’s fee is not part of it",
  relief: "Relief you recorded",
  noRelief: "None recorded",
  brought: "What they brought",
  broughtNote: "After the costs of the sale",
  loss: "Loss you may claim",
  until: "The claim may be open until",
  over: "That day has passed",
  claimed: "You recorded a claim",
  unrecorded: (pence: string) =>
    `If you claimed relief as you bought these shares, record it: the loss is less by what you keep of it. Relief on all of them comes to ${pence}.`,
  withdrawn: (day: string) =>
    `They were sold before ${day}, three years after they were issued: relief on them is withdrawn, so none of it is counted as kept. If you keep a part of it, the loss is less by that part.`,
  noScheme:
    "They were bought under no scheme. A loss may count against gains; against income only if the shares qualify.",
  how: "How a loss may be used",
  years: (year: string, before: string) =>
    `Against your income of ${year}, or of ${before}, the year before, or of both`,
  gains: "Or against gains",
  events:
    "What counts is a sale at arm’s length, a liquidation, or a claim that the shares have become of negligible value. If the company is not wound up yet, its shares being worth nothing here does not make such a claim for you.",
  dayMayDiffer:
    "The day that counts for tax may be another than the day above. If it falls in another tax year, the last day to claim moves with it.",
  holdback:
    "If a part of the price was kept back at a sale and may be paid later, the loss may be less by it. When it counts depends on the terms of the sale.",
  papers: "Papers that show it",
  certificate: (scheme: string) => `Your ${scheme}3, if you claimed relief`,
  ownership: "Your certificate of beneficial ownership, which says what the shares cost and when they were issued",
  statement: "Your statement of the sale, below",
  evidence: "What shows that nothing is left",
  evidenceOf: (source: string) => `What shows that nothing is left: ${source}`,
  open: "PDF",
  openFailed: "The document was not saved",
} as const;

export const ownExitMessages = {
  heading: "What you got for shares",
  loading: "Loading what you got for shares",
  failed: "What you got for shares could not be loaded",
  title: (kind: string, day: string) => `${kind} of ${day}`,
  caption: (kind: string, day: string) => `Your statement of the ${kind.toLowerCase()} of ${day}, lot by lot`,
  about: (price: string) => `${price} a share`,
  lot: "Lot",
  lotOf: (certificate: string, day: string) => `${certificate}, issued ${day}`,
  imported: "Imported",
  shares: "Shares",
  gross: "Gross",
  costs: "Costs",
  paid: "Paid to you",
  paidOn: "On",
  notPaid: "On its way",
  together: "Together",
  pdf: "Statement as PDF",
  pdfFailed: "The statement was not saved",
} as const;
