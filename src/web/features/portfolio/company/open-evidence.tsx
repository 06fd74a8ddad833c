import { lossClaimMessages as messages } from "#shared/portfolio/portfolio-claim-messages.ts";
import { OpenFile } from "#web/lib/open-file.tsx";

/** Saves the document that shows a price or a split. */
export const OpenEvidence = (file: { path: string; labelEnd: string }) => (
  <OpenFile {...file} label={messages.open} failed={messages.openFailed} />
);
