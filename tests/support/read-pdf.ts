import { drawPdf } from "#server/features/deals/room/draw-pdf.ts";

/** What can be read on its pages, in a line. */
export async function readPdf(file: Uint8Array): Promise<string> {
  let text = "";
  for await (const page of drawPdf(file)) text += ` ${page.text}`;
  return text.replaceAll(/\s+/g, " ").trim();
}
