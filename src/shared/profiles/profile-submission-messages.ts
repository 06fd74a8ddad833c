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

export const comparisonMessages = {
  events: { submitted: "Submitted", revised: "Revised", approved: "Approved", rejected: "Rejected" },
  liveProfile: "In the directory",
  submission: "Submission",
  nowInDirectory: (name: string) => `${name} is in the member directory now.`,
} as const;

export const reviewFilters = [
  { value: "", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;
