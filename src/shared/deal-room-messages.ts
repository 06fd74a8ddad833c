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
