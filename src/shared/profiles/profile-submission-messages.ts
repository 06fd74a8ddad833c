const alreadyExists = {
  title: "Submission Already Exists",
  description: "You have already submitted a profile for review. Only one submission per user is allowed.",
} as const;

export const submissionMessages = {
  alreadyExists,
  signedOut: {
    title: "Authentication Error",
    description: "You must be logged in to submit a profile. Please log in and try again.",
  },
  failed: {
    title: "Submission Failed",
    description: (message: string) => `Failed to submit profile: ${message}. Please try again.`,
  },
  unexpected: {
    title: "Unexpected Error",
    description: "An unexpected error occurred while submitting your profile. Please try again.",
  },
  success: {
    title: "Profile Submitted Successfully!",
    description: "Your profile has been submitted for admin review. You'll be notified once it's approved.",
  },
  cardTitle: "Profile Submitted!",
  cardText:
    "An admin will review your profile. You will be notified once it is approved and added to the member directory.",
  another: "Submit Another Profile",
  /** Where another one is not taken. */
  oneWaits:
    "You have one profile, and it waits for review: another is not taken. Once it is approved, change it under Edit Profile. If it is rejected, you can revise it here.",
  alreadyReviewed: "This submission has already been reviewed.",
  changed: "A newer version was sent in since. Please look at it first.",
} as const;
