/** Magic bytes: JPEG, PNG, GIF, WebP, AVIF. */
const signatures: { offset: number; hex: string }[] = [
  { offset: 0, hex: "ffd8ff" },
  { offset: 0, hex: "89504e470d0a1a0a" },
  { offset: 0, hex: "47494638" },
  { offset: 8, hex: "57454250" },
  { offset: 4, hex: "66747970" },
];

/** Rejects other files without starting a process. */
export const looksLikePicture = (file: Uint8Array): boolean =>
  signatures.some(
    ({ offset, hex }) => Buffer.from(file.subarray(offset, offset + hex.length / 2)).toString("hex") === hex,
  );
