import { type PaperKind, signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";

export type SignedPaperKind = (typeof signedPaperKinds)[number];

const words: readonly [SignedPaperKind, RegExp][] = [
  ["subscription_agreement", /subscri|\bssa\b/i],
  ["board_minutes", /minute|board|resolution/i],
  ["share_schedule", /schedule|register|allot/i],
  ["nominee_agreement", /nominee|\bdeed/i],
];

/** By the name of a file, which its reader can correct; else the first that is missing. @param taken is filed, or chosen already. */
export function guessPaperKind(fileName: string, taken: readonly PaperKind[]): SignedPaperKind {
  const named = words.find(([, pattern]) => pattern.test(fileName.replaceAll("_", " ")))?.[0];
  return named ?? signedPaperKinds.find((kind) => !taken.includes(kind)) ?? signedPaperKinds[0];
}
