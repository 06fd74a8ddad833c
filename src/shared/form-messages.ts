export const draftNotice = {
  title: "Not saved yet.",
  text: "The form holds what you typed before you left it.",
} as const;

export const unsavedChangesMessages = {
  title: "Leave without saving?",
  text: "Your changes are not saved yet. The form holds them until you close this tab.",
  leave: "Leave the form",
  stay: "Keep editing",
} as const;
