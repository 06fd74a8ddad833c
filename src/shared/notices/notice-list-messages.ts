export const noticeMessages = {
  title: "Notices",
  /** Of the bell, for screen readers. */
  bell: (unread: number) =>
    unread === 0 ? "Notices, none unread" : `Notices, ${unread.toLocaleString("en-GB")} unread`,
  markAll: "Mark all as read",
  marking: "Marking...",
  preferences: "Choose your emails",
  loading: "Loading notices",
  emptyText: "What concerns you is told here, and by mail where you choose so.",
} as const;
