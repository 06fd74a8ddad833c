const whole = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/** Pence as pounds, with the pence only where there are any: "£1,250", "£395.50". */
export const formatPounds = (pence: number): string =>
  (Math.round(pence) % 100 === 0 ? whole : exact).format(pence / 100);
