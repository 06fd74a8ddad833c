import { createHash } from "node:crypto";
import { fileMessages } from "#shared/errors.ts";
import { HttpError } from "../http/http-error.ts";
import { createTextCheck, detectMediaType, isTextType, type MediaType, signatureBytes } from "./media-type.ts";

export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** What a feature takes. */
export interface FileKind {
  /** In snake_case, as in the table. */
  name: string;
  maximumBytes: number;
  mediaTypes: readonly MediaType[];
}

export interface ContentSummary {
  media_type: MediaType;
  bytes: number;
  /** In hex. */
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
        throw new HttpError(413, "body_too_large", fileMessages.tooLarge(Math.floor(maximumBytes / megabyte)));
      }
      media_type ??= detectMediaType(Buffer.from(piece.subarray(0, signatureBytes)), mediaTypes);
      if (!media_type || (isTextType(media_type) && !isText(piece))) throw refusedType();
      hash.update(piece);
      yield piece;
    }
    if (!media_type || (isTextType(media_type) && !isText(new Uint8Array()))) throw refusedType();
  }

  return {
    content: inspect(),
    summary: (): ContentSummary => {
      if (!media_type) throw new Error("The content was not read.");
      return { media_type, bytes, sha256: hash.copy().digest("hex") };
    },
  };
}

const refusedType = () => new HttpError(422, "file_type_refused", fileMessages.refusedType);

/** The same bytes; the first piece has enough of them to tell the type by, if the content does. */
async function* withWholeHead(content: Content): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const piece of content) {
    if (piece.length === 0) continue;
    if (!head) yield piece;
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < signatureBytes) continue;
      yield head;
      head = undefined;
    }
  }
  if (head && head.length > 0) yield head;
}
