/** Trimmed; unchanged when empty or present in any letter case. */
export function withExpertise(areas: readonly string[], entry: string): string[] {
  const area = entry.trim();
  const isKnown = areas.some((known) => known.toLowerCase() === area.toLowerCase());
  return area === "" || isKnown ? [...areas] : [...areas, area];
}

export const profileEditMessages = {
  notFoundTitle: "No Profile Found",
  notFoundText: "Please submit a profile first via the 'Submit Profile' tab.",
  signedOut: "You must be logged in to update your profile.",
  failed: "Failed to update profile. Please try again.",
  success: { title: "Success!", description: "Your profile has been updated successfully." },
} as const;
