export const minimumPasswordLength = 6;
/** Longer ones only cost hashing time. */
export const maximumPasswordLength = 128;

/** What needs a fresh sign-in asks for the password afterwards. */
export const freshSignInMinutes = 10;
export const freshSignInMessages = {
  needed: "Please enter your password, or sign in again.",
  hint: `Not needed within ${freshSignInMinutes} minutes of signing in.`,
};

/** Why a password was refused, by the reasons of `weak_password`. */
const weakPasswordReasons: Record<string, string> = {
  length: `It has fewer than ${minimumPasswordLength} characters.`,
  club_name: "It is little more than the club’s name.",
  common: "It is one of the most common passwords.",
};

export const weakPasswordMessage = ({ detail, reasons = [] }: { detail: string; reasons?: string[] | undefined }) =>
  [detail, ...reasons.flatMap((reason) => weakPasswordReasons[reason] ?? [])].join(" ");
