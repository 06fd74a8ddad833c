import type { Club } from "./settings.ts";

export const sampleCompanyNumber = "00000000";

/** Returns true for a real club that is not set up yet, too. */
export const isSampleIdentity = ({ company_number }: Club["identity"]): boolean =>
  company_number === sampleCompanyNumber;
