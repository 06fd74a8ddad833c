const key = "letter-shortcuts";

/** WCAG 2.1.4: people who use speech input have to be able to switch single letters off. */
export const areLettersOn = (): boolean => localStorage.getItem(key) !== "off";

export function switchLetters(isOn: boolean): void {
  if (isOn) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
}
