export const offlineMessages = {
  title: "You are offline.",
  text: "What you have opened stays readable, and what you type is kept.",
  willLoad: "It will load once you are online again.",
} as const;
