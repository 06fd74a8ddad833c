import { formatPounds } from "#shared/format-pounds.ts";

const decimal = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });

/** With a true minus: "−£4,600". */
export const money = (pence: number): string => formatPounds(pence).replace("-", "−");

/** With its sign: what someone is better or worse off by. */
export const gain = (pence: number): string => (pence > 0 ? `+${money(pence)}` : money(pence));

/** "1.5×"; thousandths at most. */
export const times = (multiple: number): string => `${decimal.format(multiple)}×`;

/** A rate as per cent: 0.125 is "12.5%". */
export const percent = (rate: number): string => `${decimal.format(rate * 100)}%`;

export const dealCount = (deals: number): string => (deals === 1 ? "1 deal" : `${deals} deals`);
