import { expect, it, onTestFinished } from "vitest";
import { createPictureEncoder } from "./picture-encoder.ts";

const noPicture = new TextEncoder().encode("no picture").buffer;

it("The encoder has room for four uploads, and for another as soon as one has finished", async () => {
  const encoder = createPictureEncoder();
  onTestFinished(encoder.close);
  const sent = Array.from({ length: 4 }, deferred);
  const uploads = sent.map(({ promise }, index) => encoder.encode(`person ${index}`, () => promise));
  const busy = { status: 503, code: "pictures_busy", more: { headers: { "Retry-After": "5" } } };
  const unread = () => expect.unreachable("must not be read");
  await expect(encoder.encode("person 4", unread)).rejects.toMatchObject(busy);
  await expect(encoder.encode("person 0", unread)).rejects.toMatchObject(busy);
  sent[0]?.resolve(noPicture);
  await expect(uploads[0]).rejects.toMatchObject({ status: 422, code: "picture_unreadable" });
  await expect(encoder.encode("person 4", async () => noPicture)).rejects.toMatchObject({ status: 422 });
  for (const { resolve } of sent) resolve(noPicture);
  await Promise.allSettled(uploads);
});

function deferred() {
  let resolve: (file: ArrayBuffer) => void = () => {};
  const promise = new Promise<ArrayBuffer>((resolved) => {
    resolve = resolved;
  });
  return { promise, resolve };
}
