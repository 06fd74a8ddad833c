import { useSyncExternalStore } from "react";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "theme";

export const chosenTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(key)) ?? "system";

/** boot.ts shows it, in every tab: the browser tells the others, and this event this one. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem(key);
  else localStorage.setItem(key, theme);
  window.dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
}

const onChange = (listen: () => void) => {
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
};

/** The choice, wherever it is made. */
export const useChosenTheme = (): Theme => useSyncExternalStore(onChange, chosenTheme, () => "system");
