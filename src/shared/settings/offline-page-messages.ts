export const offlinePageMessages = {
  title: "You are offline",
  text: (name: string) => `${name} cannot be reached from here. Check your connection, then try again.`,
  kept: "Pages stay readable only while they are open: once closed or loaded again, they need a connection.",
  retry: "Try again",
  account: {
    heading: "Offline",
    label: "Show the club’s own page when there is no connection",
    hint: "Your browser keeps that one page and nothing of yours. Kept in this browser.",
  },
} as const;
