import { lazily } from "#shared/lazily.ts";
import type { FigureName } from "./company-updates-messages.ts";

const pounds = lazily(
  () =>
    new Intl.NumberFormat("en-GB", {
      style: "currency",
      currency: "GBP",
      notation: "compact",
      maximumSignificantDigits: 3,
    }),
);
const perCent = lazily(() => new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }));
const whole = lazily(() => new Intl.NumberFormat("en-GB"));

const inPounds = (pence: number) =>
  pounds()
    .format(pence / 100)
    .replace(/[KMB]n?$/, (unit) => unit.toLowerCase());
const inPercent = (basisPoints: number) => `${perCent().format(basisPoints / 100)}%`;

const formats: Record<FigureName, (value: number) => string> = {
  arr_pence: inPounds,
  nrr_bp: inPercent,
  gross_margin_bp: inPercent,
  net_burn_pence: inPounds,
  runway_months: (value) => whole().format(value),
  headcount: (value) => whole().format(value),
};

/** "£310k", "104%", "12"; with a true minus. */
export const formatFigure = (name: FigureName, value: number): string => formats[name](value).replace("-", "−");
