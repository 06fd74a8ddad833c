import { readZip } from "../../../platform/files/read-zip.ts";
import { maximumUnpackedBytes } from "./document-worker-limits.ts";
import { RefusedDocument } from "./refused-document.ts";

/** VBA projects with their data and signatures, and sheets of Excel 4 macros, whatever their types say. */
const macroParts = /(?:^|\/)vba(?:project|data)[^/]*$|(?:^|\/)macrosheets\//;
const macroTypes = /macroenabled|vbaproject|vbadata|macrosheet/i;
const macroLinks = /relationships\/[^"']*(?:vbaproject|vbadata|macrosheet)/i;
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
const typesPart = "[content_types].xml";
const workbookPart = "xl/workbook.xml";

/** Unpacks each part once, within bounds. @throws RefusedDocument, or another error for what is no workbook. */
export async function checkWorkbook(file: Buffer): Promise<void> {
  const parts = new Set<string>();
  let types = "";
  for await (const { name: written, isEncrypted, read } of readZip(file, {
    entries: Number.POSITIVE_INFINITY,
    unpackedBytes: maximumUnpackedBytes,
  })) {
    // Names of parts have no case.
    const name = written.toLowerCase();
    if (isEncrypted) throw new RefusedDocument("locked");
    if (macroParts.test(name)) throw new RefusedDocument("macros");
    if (!name.endsWith("/")) parts.add(name);
    const isKept = name === typesPart || name.endsWith(".rels");
    const pieces: Buffer[] = [];
    for await (const piece of await read()) if (isKept) pieces.push(piece);
    const text = withoutEntities(Buffer.concat(pieces).toString());
    if (name === typesPart) types = text;
    else if (macroLinks.test(text)) throw new RefusedDocument("macros");
  }
  if (!parts.has(typesPart) || !parts.has(workbookPart)) throw new RefusedDocument("unreadable");
  const typeOf = readTypes(types);
  parts.delete(typesPart);
  // A type counts for a part that is there: some programs name types of parts that they never write.
  if ([...parts].some((part) => macroTypes.test(typeOf(part)))) throw new RefusedDocument("macros");
  if (typeOf(workbookPart) !== workbookType) throw new RefusedDocument("unreadable");
}

/** The type of a part: its own, or that of its extension. */
function readTypes(xml: string): (part: string) => string {
  const [own, usual] = [new Map<string, string>(), new Map<string, string>()];
  for (const [tag, kind] of xml.matchAll(/<(?:\w+:)?(Override|Default)\b[^>]*>/g)) {
    const type = attribute(tag, "ContentType");
    if (kind === "Override") own.set(attribute(tag, "PartName").toLowerCase().replace(/^\//, ""), type);
    else usual.set(attribute(tag, "Extension").toLowerCase(), type);
  }
  return (part) => own.get(part) ?? usual.get(part.split(".").at(-1) ?? "") ?? "";
}

function attribute(tag: string, name: string): string {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
  return double ?? single ?? "";
}

const withoutEntities = (xml: string): string =>
  xml.replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, (entity, hex?: string, decimal?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
