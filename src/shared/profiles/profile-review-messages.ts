export const reviewMessages = {
  fetchFailed: "Failed to fetch submissions.",
  approveFailed: "Failed to approve submission.",
  rejectFailed: "Failed to reject submission.",
  approved: "Submission approved",
  rejected: "Submission rejected",
  rejectWithoutNotes: {
    title: (name: string) => `Reject ${name} without notes?`,
    text: "They are told by email at once. Notes would say what to change.",
    confirm: "Reject submission",
    cancel: "Keep it pending",
  },
} as const;

export const comparisonMessages = {
  events: { submitted: "Submitted", revised: "Revised", approved: "Approved", rejected: "Rejected" },
  field: "Field",
  changed: "Changed",
  empty: "Empty",
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
