export const freshSignInMinutes = 10;

export const systemMessages = {
  label: "System",
  passwordNeeded: "Please enter your password, or sign in again.",
  elsewhere: (host: string) => `This backup is on another machine: ${host}.`,
  notReady: "This backup cannot be downloaded.",
  fileGone: "The file of this backup is not on the disk any more.",
} as const;

/** Good, for later, or to be mended now. */
export const checkStates = ["good", "open", "wrong"] as const;

export const checkKeys = [
  "mail",
  "backup",
  "app_url",
  "second_admin",
  "admin_two_factor",
  "examples",
  "postgresql",
  "node",
] as const;
