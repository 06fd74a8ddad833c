/** Apart from the box on every page, which would otherwise bring these with it. */
export const newsletterListMessages = {
  fetchFailed: "Failed to fetch the newsletter’s addresses.",
  searchHint: "Part of an email",
  export: "CSV",
  exporting: "Exporting...",
  exportFailed: "The addresses were not exported.",
  remove: "Remove",
  removeTitle: "Remove this address?",
  removeText: (email: string) =>
    `${email} is erased and gets no newsletter any more. Its owner is not told, and can subscribe again.`,
  removeConfirm: "Remove address",
  keep: "Keep it",
  removed: "Address Removed",
  removedText: (email: string) => `${email} is not on the list any more.`,
  removeFailed: "Failed to remove the address.",
  emptyTitle: "No addresses yet",
  emptyText: "People appear here once they enter their email in the box at the foot of the pages.",
  notFoundTitle: "No addresses found",
  notFoundText: "None has these words and this status.",
  showAll: "Show all addresses",
  notList: "The box on the pages is not a list now: nobody can subscribe. Addresses stay until they are removed.",
} as const;
