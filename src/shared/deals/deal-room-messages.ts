import { adminName } from "#shared/people/person-name.ts";

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
  tooLate: "The room of a deal that is over stays as it is",
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
  document: "Document",
  version: (number: number) => `Version ${number}`,
  close: "Close the document",
  closeMissing: "Close",
  retry: "Try again",
  reopen: "Open it again",
  failed: "The document could not be opened",
  missing: "This document cannot be read any more",
  missingText:
    "It was taken out, a newer file has taken its place, or it has been open for more than a day. Then it can be opened again.",
  pages: "Pages of the document",
  pageOf: (number: number, pages: number) => `Page ${number} of ${pages}`,
  page: "Page",
  of: (pages: number) => `of ${pages}`,
  before: "Previous page",
  after: "Next page",
  zoom: "Size",
  zooms: { fit: "Fit width", "1": "100%", "1.5": "150%", "2": "200%" },
  loadingPage: (number: number) => `Page ${number} is loading`,
  waiting: "It takes longer than usual and is tried again by itself.",
  pageFailed: (number: number) => `Page ${number} could not be shown`,
  pageFailedText: "The file itself is whole; trying again usually helps.",
  noText: "This page is a picture without text.",
  isTable: "This document is a spreadsheet. It has no pages to read here.",
  notDownloadable: "It may not be downloaded.",
  download: "Download",
  downloading: "Downloading…",
  downloadFailed: "Not downloaded",
  onPaper: "Documents of a deal are read on the screen and are not printed.",
} as const;

export const roomPartMessages = {
  label: "Room",
  intro:
    "Members read the documents of the version that is approved. After a change here, sign the offer again and have it approved; until then they read what they read now.",
  toVersions: "Versions",
  loading: "Loading the documents",
  failed: "The documents did not load",
  empty: "No document yet.",
  caption: "Documents that the next version takes along",
  earlier: "Earlier files",
  earlierCaption: "Files that were replaced, refused or removed",
  document: "Document",
  state: "State",
  facts: (number: number, pages: number | null, size: string) =>
    [`Version ${number}`, pages && (pages === 1 ? "1 page" : `${pages} pages`), size].filter(Boolean).join(", "),
  openings: "Opened",
  times: (count: number) => (count === 0 ? "Never" : `${count.toLocaleString("en-GB")}×`),
  actions: "Actions",
  by: (name: string | null, day: string) => `${adminName(name)}, ${day}`,
  canDownload: "Members can download it",
  states: { checking: "Being checked", ready: "Ready", refused: "Refused" },
  removed: "Removed",
  replaced: "Replaced",
  checking: "The club checks it. Members do not see it yet, and the offer cannot be signed until it is done.",
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
  unreadTable: "Members cannot read it: a spreadsheet has no pages to show, and its download is not allowed.",
  open: "Open",
  download: "Download",
  newFile: "New file",
  remove: "Remove",
  removeTitle: (title: string) => `Remove ${title}?`,
  removeText:
    "The next version goes without it. Members read it until that version is approved. What they opened stays recorded.",
  keep: "Keep it",
  removing: "Removing…",
  removedNow: "Removed from the next version",
  removeFailed: "Not removed",

  leaveText: "Files that have not arrived yet are lost.",
  addTitle: "Add a document",
  choose: "Choose files",
  drop: "or drop them here. PDF, PNG, JPEG, XLSX or CSV, up to 25 MB each.",
  form: (file: string) => `Add ${file}`,
  replacing: (title: string) => `New file for ${title}`,
  file: "File",
  title: "Title",
  titleHint: "As members read it",
  allow: "Members may download it",
  allowText: "A spreadsheet is not shown page by page: without this, members cannot read it.",
  add: "Add to the room",
  replace: "Put in its place",
  uploading: (percent: number) => (percent < 100 ? `Uploading, ${percent}%` : "Storing…"),
  cancel: "Cancel",
  stop: "Stop the upload",
  added: "Added: it is being checked now",
  addFailed: "Not added",
  tooLarge: "This file is larger than 25 MB. Please choose a smaller one.",
  wrongType: "Please choose a PDF, PNG, JPEG, XLSX or CSV file.",

  log: "Who opened what",
  logCaption: "Openings, newest first",
  logLoading: "Loading the openings",
  logOf: "Document",
  all: "All documents",
  named: (title: string, number: number) => `${title}, version ${number}`,
  logEmptyTitle: "Nothing was opened yet",
  logEmptyText: "Each opening is listed here with its pages.",
  who: "Who",
  sealed: "A sealed record",
  atDesk: "at the desk",
  read: "Read",
  nothing: "No page",
  downloaded: (time: string) => `downloaded ${time}`,
  when: "When",
  deskNote:
    "Openings by admins are recorded too, and each page carries your name. Members read the warnings of the deal in this place.",
} as const;
