const alreadyExists = {
  title: "Submission Already Exists",
  description: "You have already submitted a profile for review. Only one submission per user is allowed.",
} as const;

export const submissionMessages = {
  alreadyExists,
  cardTitle: "Profile Submitted!",
  alreadyReviewed: "This submission has already been reviewed.",
  changed: "A newer version was sent in since. Please look at it first.",
} as const;
