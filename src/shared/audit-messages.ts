export const auditMessages = {
  personNotChosen: "Choose a person from the list, or clear the field.",
  nobody: "Nobody signed in",
  club: "The club",
  fetchFailed: "Failed to fetch the audit.",
  export: "Export as CSV",
  exporting: "Exporting...",
  exportFailed: "Failed to export the audit.",
} as const;
