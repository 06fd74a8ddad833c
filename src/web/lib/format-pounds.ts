const whole = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP", maximumFractionDigits: 0 });

/** Pence as pounds, rounded to the pound: 125_000 is "£1,250". */
export const formatPounds = (pence: number): string => whole.format(pence / 100);
