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
