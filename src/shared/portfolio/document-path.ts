import { fileStem } from "#shared/slug.ts";
import { type DocumentKind, documentKindLabels } from "./own-documents-messages.ts";

interface Document {
  id: string;
  kind: DocumentKind;
  dated_on: string;
  company_name: string | null;
}

export const fileNamePart = (words: string): string => fileStem(words).slice(0, 60);

/**
 * The path is for an archive. It begins with the day and ends with a part of the id: no two are the same, and no system refuses
 * it.
 */
export const documentPath = ({ id, kind, dated_on, company_name }: Document, extension = "pdf"): string => {
  const company = company_name ? [fileNamePart(company_name)] : [];
  return `documents/${[dated_on, ...company, fileNamePart(documentKindLabels[kind]), id.slice(-8)].join("-")}.${extension}`;
};
