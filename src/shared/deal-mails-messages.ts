export const dealMailsMessages = {
  heading: "Emails about deals",
  deal_release: "Tell me by email when a deal opens",
  note: "They come only while your investor statement is current, and each lets you stop them. Emails about your own money, your statements and your account come whatever you choose here.",
  agreed: "You are told by email when a deal opens.",
  withdrawn: "You get no more emails about deals.",
  loading: "Loading your choice",
  failed: "Your choice did not load.",
  retry: "Try again",
} as const;
