export const minimumPasswordLength = 6;
/** Longer ones only cost hashing time. */
export const maximumPasswordLength = 128;

/** Actions that need a fresh sign-in are open for so long after it. */
export const freshSignInMinutes = 10;
export const freshSignInMessages = {
  needed: "Please confirm that it is you: enter your password, use a passkey, or sign in again.",
};

/** Why a password was refused, by the reasons of `weak_password`. */
const weakPasswordReasons: Record<string, string> = {
  length: `It has fewer than ${minimumPasswordLength} characters.`,
  club_name: "It is little more than the club’s name.",
  own_name: "It is little more than your own address or name.",
  repeated: "It is one character again and again.",
  common: "It is one of the most common passwords.",
};

export const weakPasswordMessage = ({ detail, reasons = [] }: { detail: string; reasons?: string[] | undefined }) =>
  [detail, ...reasons.flatMap((reason) => weakPasswordReasons[reason] ?? [])].join(" ");
