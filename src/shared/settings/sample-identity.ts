import type { Club } from "./settings.ts";

export const sampleCompanyNumber = "00000000";

/** Returns true for a real club that is not set up yet, too. */
export const isSampleIdentity = ({ company_number }: Club["identity"]): boolean =>
  company_number === sampleCompanyNumber;

export const sampleClubName = "Kindling";

/** Whether mark, icons and previews are the sample club’s: another name has others, also while its identity is tried out. */
export const hasSampleBrand = ({ identity, is_sample }: Pick<Club, "identity" | "is_sample">): boolean =>
  is_sample && identity.name === sampleClubName;
