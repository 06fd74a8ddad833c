/** A document as the first version of the drawing wrote it: names of marked content without their slash. */
export async function asFirstDrawn(file: Uint8Array): Promise<Uint8Array> {
  const { PDF, PdfArray, PdfRef, PdfStream } = await import("@libpdf/core");
  const pdf = await PDF.load(file);
  for (const page of pdf.getPages()) {
    const contents = page.dict.get("Contents");
    for (const part of contents instanceof PdfArray ? [...contents] : [contents]) {
      const stream = part instanceof PdfRef ? pdf.getObject(part) : part;
      if (!(stream instanceof PdfStream)) continue;
      const text = Buffer.from(stream.getDecodedData()).toString("latin1");
      stream.setData(Buffer.from(text.replaceAll(/^\/(?=\w+ (?:BMC|<<))/gm, ""), "latin1"));
    }
  }
  return pdf.save();
}
