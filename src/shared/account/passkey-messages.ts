/** Separate from the schemas, to keep Zod out of the bundle. */

export const maximumPasskeyNameLength = 60;
export const maximumPasskeys = 20;

export const passkeyMessages = {
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
