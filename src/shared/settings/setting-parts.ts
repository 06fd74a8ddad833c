/** The sections of the settings, by the part that shows them one below the other. */
export const settingParts = {
  club: ["identity", "links", "figures", "stats"],
  look: ["brand"],
  plans: ["plans", "terms", "fee_account"],
  "deal-rules": ["deals", "nominee", "price_ages", "warnings", "deal_texts"],
  emails: ["sender", "dkim", "pace", "welcome", "newsletter"],
} as const;

/** Returns the address of a section. The function is apart from the other paths, as public pages need none of it. */
export function settingPath(section: string): string {
  const [part] = Object.entries(settingParts).find(([, sections]) => sections.some((each) => each === section)) ?? [];
  return `/members?tab=admin&view=${part ?? "club"}#${section}`;
}
