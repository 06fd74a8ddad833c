import { formatPounds } from "#shared/format-pounds.ts";

/** The text has a true minus: "−£4,600". */
export const money = (pence: number): string => formatPounds(pence).replace("-", "−");

export const gain = (pence: number): string => (pence > 0 ? `+${money(pence)}` : money(pence));

export const dealCount = (deals: number): string => (deals === 1 ? "1 deal" : `${deals} deals`);
