export const calendarFeedMessages = {
  title: "Add all to your calendar",
  text: "Your calendar reads an address of your own and keeps itself up to date: events that you have not declined, and your own deadlines. It names no deal and no amount.",
  loading: "Looking for your address",
  loadFailed: "Your calendar feed could not be loaded just now.",
  retry: "Try again",
  address: "The address of your calendar",
  open: "Open in your calendar",
  addressHint:
    "Shown this once. If the button opens no calendar, add this address there as a subscription. Whoever has it can read it: keep it to yourself.",
  isOn: (day: string) =>
    `Your calendar feed is on since ${day}. Its address is not shown again; with a new one the old one stops working.`,
  make: "Add to my calendar",
  making: "Making it",
  renew: "Make a new address",
  end: "Switch it off",
  ending: "Switching off",
  ended: "Your calendar feed is off",
  failed: "Failed to change your calendar feed.",
  close: "Close",
} as const;
