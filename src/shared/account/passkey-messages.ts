/** Separate from the schemas, to keep Zod out of the bundle. */

export const maximumPasskeyNameLength = 60;
export const maximumPasskeys = 20;

export const passkeyMessages = {
  heading: "Passkeys",
  about:
    "A passkey signs you in with your fingerprint, your face or the PIN of your device, without a password and without a code. Nobody can guess it, and a false website cannot ask for it.",
  caption: "Passkeys, the newest first",
  added: (when: string) => `Added ${when}`,
  neverUsed: "Never",
  add: "Add a passkey",
  adding: "Adding...",
  name: "Name",
  nameHint: "So that you know it again, such as Phone or Work laptop.",
  nameMissing: "Please enter a name.",
  password: "Password",
  passwordHint: "You signed in a while ago.",
  isAdded: { title: "Passkey added", description: "It signs you in from now on." },
  rename: "Rename",
  saveName: "Save name",
  savingName: "Saving...",
  renamed: { title: "Passkey renamed" },
  remove: "Remove",
  removeTitle: (name: string) => `Remove the passkey ${name}?`,
  removeText: "It stops signing you in, and you are signed out everywhere else. Delete it on your device as well.",
  removing: "Removing...",
  removed: { title: "Passkey removed", description: "You are signed out everywhere else." },
  keep: "Keep it",
  useInstead: "Use a passkey instead",
  tooMany: `You have ${maximumPasskeys} passkeys. Please remove one first.`,
  taken: "This device has a passkey of yours already.",
  invalid: "This passkey does not sign in here. Please try again, or sign in with your password.",
  notAdded: "The passkey was not added. Please try again.",
  unsupported: "This browser offers no passkeys here. Please sign in with your password.",
  unsupportedHere: "This browser offers no passkeys here.",
  cancelled: "No passkey was used: it was cancelled, or took too long.",
} as const;
