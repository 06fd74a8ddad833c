import { createHash } from "node:crypto";
import { findUtf16, textHeadBytes } from "#shared/decode-text.ts";
import { fileMessages } from "#shared/errors.ts";
import { HttpError } from "../http/http-error.ts";

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface FileKind {
  /** In snake_case, as in the table. */
  name: string;
  maximumBytes: number;
  mediaTypes: readonly MediaType[];
  /** Its PDFs are drawn by the club, or something else says whether they open. */
  arePdfsKnownToOpen?: boolean;
}

export interface ContentSummary {
  media_type: MediaType;
  bytes: number;
  sha256: string;
}

const megabyte = 1024 * 1024;

/**
 * Passes content on while it is checked and measured.
 * @returns the content, and its summary once all of it has been read.
 * The content throws HttpError 413 for too much of it, and 422 for a type that is not accepted.
 */
export function inspectContent(content: Content, { maximumBytes, mediaTypes }: FileKind) {
  const hash = createHash("sha256");
  let bytes = 0;
  let media_type: MediaType | undefined;

  async function* inspect(): AsyncGenerator<Uint8Array> {
    const isText = createTextCheck();
    for await (const piece of withWholeHead(content)) {
      bytes += piece.length;
      if (bytes > maximumBytes) {
        throw new HttpError("body_too_large", fileMessages.tooLarge(Math.floor(maximumBytes / megabyte)));
      }
      if (!media_type && isWebPage(piece)) throw new HttpError("file_type_refused", fileMessages.webPage);
      media_type ??= detectMediaType(Buffer.from(piece.subarray(0, signatureBytes)), mediaTypes);
      if (!media_type || (isTextType(media_type) && !isText(piece))) throw refusedType(mediaTypes, piece);
      hash.update(piece);
      yield piece;
    }
    if (bytes === 0) throw new HttpError("file_type_refused", fileMessages.empty);
    if (!media_type || (isTextType(media_type) && !isText(new Uint8Array()))) throw refusedType(mediaTypes);
  }

  return {
    content: inspect(),
    summary: (): ContentSummary => {
      if (!media_type) throw new Error("The content was not read.");
      return { media_type, bytes, sha256: hash.copy().digest("hex") };
    },
  };
}

/** Says how to save what phones and spreadsheet programs call a JPEG or a CSV though it is one of their own. */
function refusedType(accepted: readonly MediaType[], head: Uint8Array = new Uint8Array()): HttpError {
  const isPhoto = /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(
    Buffer.from(head.subarray(4, signatureBytes)).toString("latin1"),
  );
  const inPlaceOfTable = accepted.includes("text/csv") ? fileMessages.refusedTable : fileMessages.refusedType;
  return new HttpError("file_type_refused", isPhoto ? fileMessages.refusedPhoto : inPlaceOfTable);
}

/** By the beginning of its first piece. */
const isWebPage = (head: Uint8Array): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(
    Buffer.from(head.subarray(0, textHeadBytes)).toString("latin1").replace("\u00ef\u00bb\u00bf", ""),
  );

/** The same bytes; the first piece has enough of them to tell type and encoding by, if the content does. */
async function* withWholeHead(content: Content): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const piece of content) {
    if (piece.length === 0) continue;
    if (!head) yield piece;
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < textHeadBytes) continue;
      yield head;
      head = undefined;
    }
  }
  if (head && head.length > 0) yield head;
}

const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
export type MediaType =
  | "application/pdf"
  | "image/jpeg"
  | "image/png"
  | "image/webp"
  | "text/csv"
  | "text/plain"
  | typeof workbook;

/** So much of a file decides its type. */
const signatureBytes = 12;

const signatures: { type: MediaType; pattern: RegExp }[] = [
  { type: "application/pdf", pattern: /^255044462d/ },
  { type: "image/jpeg", pattern: /^ffd8ff/ },
  { type: "image/png", pattern: /^89504e470d0a1a0a/ },
  { type: "image/webp", pattern: /^52494646.{8}57454250/ },
  // Any ZIP: its feature looks into it.
  { type: workbook, pattern: /^504b0304/ },
];

/**
 * What a file is by its first bytes, whatever it is called. CSV and plain text look alike: the accepted one is meant, and
 * `isText` has to hold for the whole content.
 * @returns undefined for a type that is not accepted.
 */
function detectMediaType(head: Buffer, accepted: readonly MediaType[]): MediaType | undefined {
  const hex = head.toString("hex");
  const binary = signatures.find(({ pattern }) => pattern.test(hex))?.type;
  return accepted.find((type) => (binary ? type === binary : isTextType(type)));
}

const isTextType = (type: MediaType): boolean => type.startsWith("text/");

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
/** Bytes that Windows-1252 has no character for. */
const noWindows1252 = /[\x81\x8d\x8f\x90\x9d]/;

/**
 * Takes a text piece by piece and says of each whether it is one without control characters, in an encoding that `decodeText` reads:
 * UTF-8, UTF-16 or Windows-1252. The first piece has the head that tells UTF-16; the end is an empty piece.
 */
function createTextCheck(): (piece: Uint8Array) => boolean {
  let utf16: TextDecoder | undefined;
  let utf8: TextDecoder | undefined;
  let isWindows1252 = true;
  /** @returns undefined for what the decoder cannot read. */
  const decoded = (decoder: TextDecoder, piece: Uint8Array) => {
    try {
      return decoder.decode(piece, { stream: piece.length > 0 });
    } catch {
      return undefined;
    }
  };
  let isFirst = true;
  return (piece) => {
    if (isFirst) {
      const found = findUtf16(piece.subarray(0, textHeadBytes));
      if (found) utf16 = new TextDecoder(found, { fatal: true });
      else utf8 = new TextDecoder("utf-8", { fatal: true });
      isFirst = false;
    }
    if (utf16) {
      const text = decoded(utf16, piece);
      return text !== undefined && !controls.test(text);
    }
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("latin1");
    if (controls.test(bytes)) return false;
    isWindows1252 &&= !noWindows1252.test(bytes);
    // A file that is invalid UTF-8 at one place is so to its end.
    if (utf8 && decoded(utf8, piece) === undefined) utf8 = undefined;
    return utf8 !== undefined || isWindows1252;
  };
}
