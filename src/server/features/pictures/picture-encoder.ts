import { stoppingMessage } from "#shared/errors.ts";
import { pictureMessages } from "#shared/pictures/picture-rules.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { type EncodedPicture, encodePicture } from "./encode-picture.ts";
import type { PicturePurpose } from "./picture-worker-limits.ts";

/** Concurrent uploads, up to 5 MiB each. */
const maximumUploads = 4;
const retryAfterSeconds = 5;

export interface PictureEncoder {
  /** One at a time, and one per person. @throws HttpError 503 with Retry-After, or as `encodePicture`. */
  encode(personId: string, readFile: () => Promise<ArrayBuffer>, purpose?: PicturePurpose): Promise<EncodedPicture>;
  /** Kills the worker and waits. */
  close(): Promise<void>;
}

export function createPictureEncoder(): PictureEncoder {
  const uploading = new Set<string>();
  const closing = new AbortController();
  let lastTurn: Promise<unknown> = Promise.resolve();

  return {
    async encode(personId, readFile, purpose = "profile") {
      if (uploading.has(personId) || uploading.size >= maximumUploads) throw busy();
      uploading.add(personId);
      try {
        const file = new Uint8Array(await readFile());
        const turn = lastTurn.then(() => encodePicture(file, purpose, closing.signal));
        lastTurn = turn.catch(() => {});
        return await turn;
      } catch (error) {
        throw closing.signal.aborted ? new HttpError("stopping", stoppingMessage) : error;
      } finally {
        uploading.delete(personId);
      }
    },
    async close() {
      closing.abort();
      await lastTurn;
    },
  };
}

const busy = () =>
  new HttpError("pictures_busy", pictureMessages.busy, { headers: { "Retry-After": String(retryAfterSeconds) } });
