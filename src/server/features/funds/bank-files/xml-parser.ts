import { SaxesParser } from "saxes";
import { bankFileMessages as messages } from "#shared/funds/bank-files-messages.ts";
import { invalid } from "./bank-file.ts";

/** Its events throw a BankFileError for what is no XML, and for a DOCTYPE: entities that a file declares itself can grow without end. */
export function newXmlParser(): SaxesParser {
  const parser = new SaxesParser();
  parser.on("error", () => {
    throw invalid(messages.brokenStatement(parser.line));
  });
  parser.on("doctype", () => {
    throw invalid(messages.documentType(parser.line));
  });
  return parser;
}
