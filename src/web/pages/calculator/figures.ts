const whole = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const decimal = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 3 });

/** Pence as pounds, with the pence only where there are any: "£400", "£62.50", "−£4,600". */
export const money = (pence: number): string =>
  (pence % 100 === 0 ? whole : exact).format(pence / 100).replace("-", "−");

/** With its sign: what someone is better or worse off by. */
export const gain = (pence: number): string => (pence > 0 ? `+${money(pence)}` : money(pence));

/** "1.5×"; thousandths at most. */
export const times = (multiple: number): string => `${decimal.format(multiple)}×`;

/** A rate as per cent: 0.125 is "12.5%". */
export const percent = (rate: number): string => `${decimal.format(rate * 100)}%`;

export const dealCount = (deals: number): string => (deals === 1 ? "1 deal" : `${deals} deals`);
