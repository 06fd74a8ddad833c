export const appearanceMessages = {
  label: "Colours",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
} as const;
