import type { ContrastProblem } from "./colour-contrast.ts";

/** Words of Admin → Settings. */
export const settingsMessages = {
  required: "Please fill this in",
  atMost: (length: number) => `Please use at most ${length} characters`,
  addressLines: "Please use at most 8 lines",
  features: "Please list at most 12 features",
  wholePence: "Please enter an amount in whole pence",
  wholeNumber: "Please enter a whole number",
  notNegative: "Please enter 0 or more",
  atLeastOne: "Please enter 1 or more",
  tooMuch: "Please enter a smaller number",
  atMostHundred: "Please enter at most 100 %",
  percentDigits: "Please use at most two digits after the point",
  date: "Please enter a date",
  planOrder: "The plans are Trial, Premium and VIP, in this order",
  oneHighlighted: "Please highlight one plan at most",
  firstTerms: "Only the first terms have no date",
  termsOrder: "Please order the terms by their date, each date once",
  termsInForce: "Terms that are in force, or were, stay as they are. Add new ones from today or later",
  termsInPast: "New terms start today or later",
  colour: "Please enter a colour as # and six digits, like #1f4d3a",
  contrast: ({ ratio, required, on, nearest }: ContrastProblem) =>
    `The contrast with ${on} is ${ratio.toFixed(2)}, and text needs ${required.toFixed(1)}. The nearest that passes is ${nearest}`,
  unknownFile: "Please upload the picture again",
  tooLargeFile: "This picture is larger than 512 KB. Please choose a smaller one.",
  unreadableFile: "This file is not a picture we can use. Please choose a PNG, JPEG or WebP.",
  narrowLogo: "Please choose a logo that is at least 320 pixels wide",
  unfitIcon: "Please choose a square icon of at least 180 by 180 pixels",
  conflict: "Somebody else has saved this meanwhile. Nothing of yours is lost: compare, and save again.",
} as const;
