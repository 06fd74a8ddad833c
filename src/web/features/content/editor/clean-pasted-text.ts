/**
 * Parted at the line separators of PDFs and word processors, and without the invisible characters that no text may have.
 * Ordinary line feeds stay.
 */
export const clean = (text: string): string[] =>
  text
    .split(/[\u2028\u2029\v\f]/)
    .map((line) => line.toWellFormed().replace(/\p{Bidi_Control}|(?![\t\r\n])\p{Cc}/gu, ""));

export const cleanPastedText = (text: string): string => clean(text).join("\n");
