export const paletteMessages = {
  open: "Search or go to",
  title: "Search or go to",
  groups: {
    recent: "Opened before",
    toDo: "To do",
    money: "Money",
    records: "Deals and companies",
    events: "Events",
    documents: "Documents",
    places: "Places",
    actions: "Actions",
    help: "Help",
    people: "People",
    nearest: "Nearest places",
  },
  keys: "Enter opens, ↑ ↓ choose, Esc closes",
  searching: "Searching...",
  found: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  inDirectory: (words: string) => `Look for “${words}” in the Member Directory`,
  none: (words: string) => `No results for “${words}”. Try a company, a person or “pay”`,
  failed: "Some of your records could not be searched. Places and actions can still be found.",
  notOpened: "The document was not opened",
} as const;

export const shortcutMessages = {
  title: "Keyboard shortcuts",
  or: "or",
} as const;
