/** What a room takes, as browsers name it. */
export const roomFileTypes = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "text/csv",
] as const;
export const maximumRoomFileBytes = 25 * 1024 * 1024;
export const maximumDocumentPages = 300;

export const dealRoomMessages = {
  title: "Give the document a title",
  fileName: "The file has no name",
  stillChecking: "A document is still being checked; wait until it is ready, or remove it",
  notReady: "The document is still being checked",
  refused: "This file was not taken; please add another one",
  replaced: "A newer file has taken its place already, or it was removed",
  tooLate: "The documents of a deal that is over stay as they are",
  busy: "Many pages are being read just now. Please try again in a moment.",
} as const;

export const documentTypeLabels: Record<string, string> = {
  "application/pdf": "PDF",
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "XLSX",
  "text/csv": "CSV",
} satisfies Record<(typeof roomFileTypes)[number], string>;

export const documentViewerMessages = {
  opening: "Opening the document",
  page: "Page",
  zooms: { fit: "Fit width", "1": "100%", "1.5": "150%", "2": "200%" },
} as const;

export const roomPartMessages = {
  document: "Document",
  states: { checking: "Being checked", ready: "Ready", refused: "Refused" },
  refusals: {
    unreadable: "It cannot be opened. Save it again in the program it was made with, and add the new file.",
    locked: "It is locked with a password. Take the password off, and add it again.",
    too_many_pages: `It has more than ${maximumDocumentPages} pages. Split it, and add the parts.`,
    too_large_a_page: "One of its pages is too large to be drawn. Export it with smaller pages, and add it again.",
    too_heavy_a_page:
      "One of its pages has too many lines to be drawn. Export that page as a picture, put it back into the document, and add it again.",
    macros: "It has macros. Save it as a workbook without them (.xlsx), and add it again.",
  },
  damaged: (pages: readonly number[]) =>
    pages.length === 1
      ? `Page ${pages[0]} of the file cannot be read. Members see an empty page in its place. If it matters, save the file again in the program it was made with, and add the new file.`
      : `Pages ${pages.join(", ")} of the file cannot be read. Members see empty pages in their place. If they matter, save the file again in the program it was made with, and add the new file.`,
  download: "Download",
  replacing: (title: string) => `New file for ${title}`,
  uploading: (percent: number) => (percent < 100 ? `Uploading, ${percent}%` : "Storing…"),
  named: (title: string, number: number) => `${title}, version ${number}`,
} as const;
