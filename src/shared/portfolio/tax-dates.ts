/** Days as "2027-02-02", in London. A tax year runs from 6 April to 5 April. */

/** The calendar year in which the tax year of a day begins: 2026 for 2 February 2027, of the tax year 2026/27. */
export const taxYearOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < "04-06" ? 1 : 0);

/** SEIS began on it, and EIS has had one rate and one limit since. */
export const firstSchemeDay = "2012-04-06";

/** "2026/27" */
export const formatTaxYear = (startYear: number): string =>
  `${startYear}/${String((startYear + 1) % 100).padStart(2, "0")}`;

/** The last day to claim relief on shares: five years after the 31 January that follows the tax year (HMRC VCM35120). */
export const reliefClaimableUntil = (issuedOn: string, { isCarriedBack = false } = {}): string =>
  `${taxYearOf(issuedOn) - (isCarriedBack ? 1 : 0) + 7}-01-31`;

/**
 * The last day to set a loss on shares against income: one year after the 31 January that follows the year of the loss. Without a
 * scheme, against gains alone: four years after that year (Taxes Management Act 1970, section 43).
 */
export const lossClaimableUntil = (lostOn: string, { hasScheme }: { hasScheme: boolean }): string =>
  hasScheme ? `${taxYearOf(lostOn) + 3}-01-31` : `${taxYearOf(lostOn) + 5}-04-05`;

/** Six months after the shares were issued: the longest that is usual until a certificate comes. */
export const certificateExpectedBy = (issuedOn: string): string => {
  const [year = 0, month = 0, day = 0] = issuedOn.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + 6, 0)).getUTCDate();
  return new Date(Date.UTC(year, month + 5, Math.min(day, lastOfMonth))).toISOString().slice(0, 10);
};

/** The day until which shares have to be held, or their relief is lost. */
export const heldThreeYearsOn = (issuedOn: string): string => {
  const year = Number(issuedOn.slice(0, 4)) + 3;
  return issuedOn.endsWith("02-29") ? `${year}-03-01` : `${year}${issuedOn.slice(4)}`;
};

/** A member is told of dates that come within them. */
export const soonDays = 90;

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Whole days; negative where the second is the earlier one. */
export const daysBetween = (first: string, second: string): number =>
  (Date.parse(second) - Date.parse(first)) / dayMilliseconds;
