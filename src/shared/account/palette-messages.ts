export const paletteMessages = {
  open: "Search or go to",
  title: "Search or go to",
  label: "Search pages, members, companies and deals",
  groups: { recent: "Opened before", deals: "Deals and companies", people: "People", go: "Go to", do: "Do" },
  foot: "You find only what you may open.",
  footKeys: "lists all shortcuts",
  none: "Nothing here is called that.",
  failed: "Members and deals could not be searched. Pages are found as ever.",
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  hints: {
    site: "Public site",
    waiting: (place: string, count: number) => `${place}, ${count} waiting`,
    openDeal: (state: string) => `Deal, ${state.toLowerCase()}`,
    desk: (state: string) => `Deal desk, ${state.toLowerCase()}`,
    holding: "Your investment",
    commitment: (state: string) => `Your commitment, ${state.toLowerCase()}`,
    investment: "The club’s portfolio",
    chosenColours: "Colours, chosen now",
    member: "Member",
    person: (status: string) => `People, ${status.toLowerCase()}`,
  },
  commands: { shortcutsHint: "?", signOut: "Sign out", signOutHint: "Log out of this browser" },
} as const;

export const shortcutMessages = {
  title: "Keyboard shortcuts",
  text: "They work while nothing is typed. You can switch those of single letters off in your account.",
  search: "Search or go to",
  list: "This list",
  after: "then",
  or: "or",
  close: "Close",
  account: {
    heading: "Keyboard shortcuts",
    label: "Use shortcuts of single letters",
    hint: "Such as G and then E for the events, and ? for the list. Ctrl K, or ⌘ K, searches either way. Kept in this browser.",
  },
} as const;
