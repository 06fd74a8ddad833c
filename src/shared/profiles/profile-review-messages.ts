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
