import { OpenFile } from "#web/lib/open-file.tsx";

/** Saves the document that shows a price or a split. */
export const OpenEvidence = (file: { path: string; labelEnd: string }) => (
  <OpenFile {...file} label="PDF" failed="The document was not saved" />
);
