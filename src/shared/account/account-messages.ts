/** Separate from the schemas, to keep Zod out of the bundle. */

export const minimumNameLength = 2;

export const accountMessages = {
  nameSaved: { title: "Name saved" },
  wrongPassword: "The current password is not right.",
  noPassword: "This account has no password. Set one with the recovery email.",
  emailTaken: "This email address cannot be used.",
  emailIsOwn: "This is your email address already.",
  lastWayIn: "This is your only way to sign in. Please set a password first.",
  failed: { title: "That did not work" },
  twoFactor: {
    isOn: "Two-factor sign-in is on already. Turn it off first to set it up anew.",
    isOff: "Two-factor sign-in is off. Please set it up first.",
    invalidCode: "This code is not right, or it was used already. Please enter the next one.",
    invalidRecoveryCode: "This recovery code is not right, or it was used already.",
    expired: "This took too long. Please sign in again.",
    tooManyToday:
      "Too many wrong codes today. If they were not yours, choose a new password with the recovery email: then your codes work at once.",
    required: "Please enter the code of your authenticator app.",
    setupRequired: "Admins of this club need two-factor sign-in. Please set it up on your account page.",
    notGiven:
      "Admins of this club need two-factor sign-in. Please sign out, and sign in again with the code of your app.",
    setupRequiredHere: "Admins of this club need it. Until you set it up, the admin pages stay closed to you.",
  },
} as const;
