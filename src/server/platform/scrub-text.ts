/** Removes what may name a person or let somebody in: e-mail addresses, queries, tokens, codes, long numbers. */
export function scrubText(text: string): string {
  return text
    .replaceAll(/[^\s@<>"'(),;:/]+@[^\s@<>"'(),;:/]+/g, "[email]")
    .replaceAll(/[?#][^\s:)"']*=[^\s:)"']*/g, "")
    .replaceAll(/\b(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}/g, "[token]")
    .replaceAll(/\b(?=[A-Z]*\d)[A-Z0-9]{8,}\b/g, "[code]")
    .replaceAll(/\b\d{6,}\b/g, "[number]");
}
