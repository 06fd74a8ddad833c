import { stoppingMessage } from "#shared/errors.ts";
import { pictureMessages } from "#shared/picture-messages.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { type EncodedPicture, encodePicture } from "./encode-picture.ts";

/** Uploads that are being received, wait or are encoded at the same time; each can hold 5 MiB. */
const maximumUploads = 4;
const retryAfterSeconds = 5;

export interface PictureEncoder {
  /**
   * Encodes one picture at a time, and takes one at a time from each person.
   * @param readFile called once there is room for the file.
   * @throws HttpError 503 with Retry-After when there is none; as `encodePicture` does.
   */
  encode(personId: string, readFile: () => Promise<ArrayBuffer>): Promise<EncodedPicture>;
  /** Ends the worker process, if there is one, and waits for its end. */
  close(): Promise<void>;
}

/** The pictures of one server process. */
export function createPictureEncoder(): PictureEncoder {
  const uploading = new Set<string>();
  const closing = new AbortController();
  let lastTurn: Promise<unknown> = Promise.resolve();

  return {
    async encode(personId, readFile) {
      if (uploading.has(personId) || uploading.size >= maximumUploads) throw busy();
      uploading.add(personId);
      try {
        const file = new Uint8Array(await readFile());
        const turn = lastTurn.then(() => encodePicture(file, closing.signal));
        lastTurn = turn.catch(() => {});
        return await turn;
      } catch (error) {
        throw closing.signal.aborted ? new HttpError(503, "stopping", stoppingMessage) : error;
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
  new HttpError(503, "pictures_busy", pictureMessages.busy, { headers: { "Retry-After": String(retryAfterSeconds) } });
