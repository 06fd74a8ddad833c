import { maximumLetterBytes } from "#shared/company-updates/company-updates-messages.ts";
import type { FileKind } from "../../platform/files/inspect-content.ts";

export const letterFile: FileKind = {
  name: "company_letter",
  maximumBytes: maximumLetterBytes,
  mediaTypes: ["application/pdf"],
};
