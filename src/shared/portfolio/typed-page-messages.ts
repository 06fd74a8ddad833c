/** Apart from the schemas, so that a page can say these words without loading a validator. */

export const typedPageMessages = {
  addTitle: "Add a holding of your own",
  remove: "Remove",
  lot: (shares: string, day: string) => `${shares} shares of ${day}`,
  soldOn: "Sold on",
  gross: "What they brought",
  costs: "Costs",
} as const;
