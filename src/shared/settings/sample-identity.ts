import type { Club } from "./settings.ts";

export const sampleCompanyNumber = "00000000";

/** Of the sample club, which can say what another club may not: that it invests with its members. */
export const isSampleIdentity = ({ company_number }: Club["identity"]): boolean =>
  company_number === sampleCompanyNumber;
