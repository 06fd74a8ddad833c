export const appearanceMessages = {
  heading: "Appearance",
  label: "Colours",
  hint: "Kept in this browser, for the club's public pages too. Paper and emails stay light.",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
} as const;
