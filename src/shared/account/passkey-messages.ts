/** Separate from the schemas, to keep Zod out of the bundle. */

export const maximumPasskeyNameLength = 60;
export const maximumPasskeys = 20;

const signingWaitMs = 72 * 60 * 60 * 1000;
/** When somebody can sign lists of deals with one of these; undefined once they can, and without any. */
export function signsFrom(passkeys: readonly { created_at: string }[], now: number): Date | undefined {
  const first = Math.min(...passkeys.map(({ created_at }) => Date.parse(created_at))) + signingWaitMs;
  return first > now && Number.isFinite(first) ? new Date(first) : undefined;
}

export const passkeyMessages = {
  signsFrom: (when: string) => `Signs lists of deals from ${when}`,
  newAlone: (when: string) => `Your passkey is new: you can sign with it from ${when}.`,
  add: "Add a passkey",
  name: "Name",
  nameMissing: "Please enter a name.",
  rename: "Rename",
  removed: { title: "Passkey removed", description: "You are signed out everywhere else." },
  tooMany: `You have ${maximumPasskeys} passkeys. Please remove one first.`,
  taken: "This device has a passkey of yours already.",
  invalid: "This passkey does not sign in here. Please try again, or sign in with your password.",
  notAdded: "The passkey was not added. Please try again.",
} as const;
