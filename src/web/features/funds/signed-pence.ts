import { formatPence } from "#shared/pence.ts";

/** "−£10.00": with a minus sign as wide as a plus, where money can go both ways. */
export const signedPence = (pence: number): string => formatPence(pence).replace("-", "−");
