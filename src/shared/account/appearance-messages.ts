export const appearanceMessages = {
  label: "Colours",
  themes: { system: "System", light: "Light", dark: "Dark" },
} as const;
