/** Separate from the schemas, to keep Zod out of the bundle. */

export const minimumNameLength = 2;

export const accountMessages = {
  nameSaved: { title: "Name saved" },
  nameUntilProfile: "The club calls you this until you submit a profile, which has a name of its own.",
  nameOfProfile: "The club and its members call you by the name in your profile. Change that one under Edit Profile.",
  /** Asked after the registration, whose form has no such field. */
  askName: {
    title: "Tell the club your name",
    label: "What is your name?",
    hint: "The admin who decides on your membership sees it.",
    submit: "Send my name",
    busy: "Sending...",
  },
  passwordChanged: { title: "Password changed", description: "You are signed out everywhere else." },
  wrongPassword: "The current password is not right.",
  noPassword: "This account has no password. Set one with the recovery email.",
  passwordMailSent: { title: "The email is on its way", description: "Its link leads to a page to choose a password." },
  emailChangeSent: {
    title: "Two emails are on their way",
    description: "The address changes once you have confirmed it with the link in each.",
  },
  emailChangeCancelled: { title: "The change of email was cancelled" },
  emailTaken: "This email address cannot be used.",
  sessionEnded: { title: "Signed out there" },
  otherSessionsEnded: { title: "Signed out everywhere else" },
  googleDisconnected: { title: "Google is disconnected" },
  lastWayIn: "This is your only way to sign in. Please set a password first.",
  failed: { title: "That did not work" },
  twoFactor: {
    on: { title: "Two-factor sign-in is on", description: "You are signed out everywhere else." },
    off: { title: "Two-factor sign-in is off", description: "You are signed out everywhere else." },
    codesRenewed: {
      title: "You have new recovery codes",
      description: "The earlier ones do not work any more, and you are signed out everywhere else.",
    },
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
