export const bioMinimumHeightPx = 100;
export const servicesMinimumHeightPx = 80;

/** The list with one more skill: trimmed, and unchanged when it is empty or there already (letter case ignored). */
export function withSkill(skills: readonly string[], entry: string): string[] {
  const skill = entry.trim();
  const isKnown = skills.some((known) => known.toLowerCase() === skill.toLowerCase());
  return skill === "" || isKnown ? [...skills] : [...skills, skill];
}

export const profileEditMessages = {
  notFoundTitle: "No Profile Found",
  notFoundText: "Please submit a profile first via the 'Submit Profile' tab.",
  signedOut: "You must be logged in to update your profile.",
  failed: "Failed to update profile. Please try again.",
  success: { title: "Success!", description: "Your profile has been updated successfully." },
} as const;

/** Above a form that was filled in earlier and left. */
export const profileDraftNotice = {
  title: "Not saved yet.",
  text: "The form holds what you typed before you left it.",
} as const;
