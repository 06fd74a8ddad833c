const alreadyExists = {
  title: "Submission Already Exists",
  description: "You have already submitted a profile for review. Only one submission per user is allowed.",
} as const;

export const submissionMessages = {
  alreadyExists,
  cardTitle: "Profile Submitted!",
  /** Where another one is not taken. */
  oneWaits:
    "You have one profile, and it waits for review: another is not taken. Once it is approved, change it under Edit Profile. If it is rejected, you can revise it here.",
  alreadyReviewed: "This submission has already been reviewed.",
  changed: "A newer version was sent in since. Please look at it first.",
} as const;
