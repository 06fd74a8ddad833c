import { formatPence } from "#shared/pence.ts";

/** @param pence at the bank beyond what is booked or waits to be booked; below 0 for less. */
export const differenceWords = (pence: number): string =>
  `The bank has ${formatPence(Math.abs(pence))} ${pence < 0 ? "less" : "more"} than is booked or waits to be booked.`;
