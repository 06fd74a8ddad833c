export const companyLinkMessages = {
  invalid:
    "This link is not one of ours, or it was cut off. Open it from the email again, or ask the club for a new one.",
  expired: (day: string) => `This link worked until ${day}. Ask the club for a new one.`,
} as const;
