export const offlineMessages = {
  willLoad: "It will load once you are online again.",
} as const;

export const draftNotice = {
  title: "Not saved yet.",
  text: "The form holds what you typed before you left it.",
} as const;

/** Of one's own record, in two windows. */
export const savedMeanwhileMessages = {
  title: "This was saved in another window meanwhile.",
  text: "Nothing of yours is lost: it is still in the form. What was saved there, where it differs:",
  keepMine: "Keep mine",
  takeTheirs: "Take what was saved",
  nothing: "nothing",
  refused: "This was saved elsewhere after it was read.",
} as const;
