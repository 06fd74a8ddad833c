const key = "letter-shortcuts";

/** WCAG 2.1.4: whoever speaks to their computer has to be able to switch single letters off. */
export const areLettersOn = (): boolean => localStorage.getItem(key) !== "off";

export function switchLetters(isOn: boolean): void {
  if (isOn) localStorage.removeItem(key);
  else localStorage.setItem(key, "off");
}
