/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const lossClaimMessages = {
  label: "What you can claim",
  title: (company: string) => `What you can claim for ${company}`,
  soldOn: (shares: string, issued: string, day: string) => `${shares} shares of ${issued}, sold on ${day}`,
  lostOn: (shares: string, issued: string, day: string) => `${shares} shares of ${issued}, worth nothing since ${day}`,
  gains: "Against gains",
  evidence: "What shows that nothing is left",
} as const;
