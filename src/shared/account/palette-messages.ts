export const paletteMessages = {
  open: "Search or go to",
  title: "Search or go to",
  groups: {
    recent: "Opened before",
    deals: "Deals and companies",
    people: "People",
    events: "Events",
    go: "Go to",
    do: "Do",
  },
} as const;

export const shortcutMessages = {
  title: "Keyboard shortcuts",
  or: "or",
} as const;
