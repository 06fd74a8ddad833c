/** The query parameters that hold tab, view inside a tab, the open profile, and what a list is filtered by. */
export const parameters = {
  tab: "tab",
  view: "view",
  member: "member",
  words: "q",
  expertise: "expertise",
  location: "location",
  status: "status",
  person: "person",
  kind: "kind",
} as const;
