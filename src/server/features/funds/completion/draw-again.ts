import { formatDay } from "#shared/london-time.ts";
import { textDocument } from "../../../platform/pdf/text-document.ts";
import type { PaperText } from "./paper-texts.ts";

interface Redrawn {
  content: Uint8Array<ArrayBuffer>;
  /** False where a newer record says something else: then the words of the paper stay, and only its syntax is mended. */
  is_redrawn: boolean;
}

type Document = Omit<PaperText, "dated_on"> & { author: string; createdAt: Date; colour?: string };

/** A paper of an earlier drawing as it is drawn now. No word of it changes but letters that were question marks. */
export async function drawAgain(
  before: { content: Uint8Array; sha256: string },
  document: Document,
  { day, builtRoot }: { day: string; builtRoot: string },
): Promise<Redrawn> {
  const drawn = await textDocument(document, builtRoot);
  const note = noteOf(day, before.sha256);
  if (!saysTheSame(await wordsOf(before.content), await wordsOf(drawn)))
    return { content: await mended(before.content, note), is_redrawn: false };
  const paragraph = { style: "paragraph" as const, runs: [{ text: note, is_bold: false }] };
  const content = await textDocument({ ...document, lines: [...document.lines, paragraph] }, builtRoot);
  return { content, is_redrawn: true };
}

const noteOf = (day: string, sha256: string): string =>
  `This file was drawn again on ${formatDay(day)}, as some programs showed the first one as an empty page. The club keeps the first one, SHA-256 ${sha256}.`;
const notes = /Thisfilewasdrawnagainon.*?SHA-256[0-9a-f]{64}\./g;

/** Without spaces, as lines may break elsewhere. */
async function wordsOf(content: Uint8Array): Promise<string> {
  const { PDF } = await import("@libpdf/core");
  const pdf = await PDF.load(content);
  const text = pdf.extractText().map((page) => page.text);
  return text.join("").replaceAll(/\s+/g, "").replaceAll(notes, "");
}

/** Earlier drawings wrote a question mark for each letter that they had no font for. */
export function saysTheSame(before: string, now: string): boolean {
  const parts = before.split(/\?+/);
  if (parts.length === 1) return before === now;
  const [first = "", ...others] = parts;
  if (!now.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const found = isLast ? now.length - part.length : now.indexOf(part, at + 1);
    if (found <= at || !now.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}

/** Names of marked content without their slash, which strict programs take for unknown operators. */
const nameless = /^(Artifact|Document|H1|H2|P|Table|TR|TH|TD)(?= (?:BMC|<<))/gm;
const noteStyle = { x: 64, size: 6 };
const noteLines = [28, 20];

/** The paper as it is, with names of marks as PDF wants them, and the note below the last page. */
async function mended(content: Uint8Array, note: string): Promise<Uint8Array<ArrayBuffer>> {
  const { PDF, PdfArray, PdfRef, PdfStream } = await import("@libpdf/core");
  const pdf = await PDF.load(content);
  for (const page of pdf.getPages()) {
    const contents = page.dict.get("Contents");
    const parts = contents instanceof PdfArray ? [...contents] : [contents];
    for (const part of parts) {
      const stream = part instanceof PdfRef ? pdf.getObject(part) : part;
      if (!(stream instanceof PdfStream)) continue;
      const text = Buffer.from(stream.getDecodedData()).toString("latin1");
      stream.setData(Buffer.from(text.replaceAll(nameless, "/$1"), "latin1"));
    }
  }
  const sentences = note.split(/(?<=\.) (?=The club)/);
  for (const [index, y] of noteLines.entries())
    pdf
      .getPages()
      .at(-1)
      ?.drawText(sentences[index] ?? "", { ...noteStyle, y });
  return new Uint8Array(await pdf.save());
}
