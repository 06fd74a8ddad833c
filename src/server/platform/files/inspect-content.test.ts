import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { decodeText } from "#shared/decode-text.ts";
import { inspectContent, type MediaType } from "./inspect-content.ts";

const samples: Record<MediaType, Buffer> = {
  "application/pdf": Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj"),
  "image/jpeg": Buffer.from("ffd8ffe000104a46494600010100", "hex"),
  "image/png": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  "image/webp": Buffer.from("52494646240000005745425056503820", "hex"),
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Buffer.from("504b0304140000000800", "hex"),
  "text/csv": Buffer.from("name,amount\r\nMina,£250\r\n"),
  "text/plain": Buffer.from("Zürich 🔥"),
};
const all = Object.keys(samples) as MediaType[];

async function inspect(pieces: Uint8Array[], mediaTypes: readonly MediaType[], maximumBytes = 1000) {
  const { content, summary } = inspectContent(pieces, { name: "document", maximumBytes, mediaTypes });
  return { content: await buffer(content), ...summary() };
}

describe("The type of a file", () => {
  it.each(all)("The type of a file is detected from its content: %s", async (type) => {
    expect((await inspect([samples[type]], [type])).media_type).toBe(type);
  });

  it.each(all)("The type of a file is detected from one-byte chunks: %s", async (type) => {
    const pieces = [...samples[type]].map((byte) => Buffer.of(byte));
    const { content, media_type } = await inspect(pieces, [type]);
    expect([content, media_type]).toEqual([samples[type], type]);
  });

  it.each(all.filter((type) => !type.startsWith("text/")))(
    "A file is rejected where its type is not accepted: %s",
    async (type) => {
      const others = all.filter((other) => other !== type);
      await expect(inspect([samples[type]], others)).rejects.toMatchObject({ status: 422, code: "file_type_refused" });
    },
  );

  it.each([
    ["a page", "<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>"],
    ["a page with a byte order mark", "\uFEFF\r\n<html lang='en'>"],
    ["a page with a comment", "<!-- saved from url -->\n<HTML>"],
  ])("A web page is refused in place of a table, and named: %s", async (_what, page) => {
    await expect(inspect([Buffer.from(page)], ["text/csv"])).rejects.toThrow("This is a web page");
  });

  it.each([
    ["an HTML page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["text", samples["text/plain"]],
    ["an incomplete signature", Buffer.from("%PDF")],
  ])("A file is refused that is not a picture or a PDF: %s", async (_what, file) => {
    const accepted = ["application/pdf", "image/jpeg", "image/png", "image/webp"] as const;
    await expect(inspect([file], accepted)).rejects.toMatchObject({ status: 422, code: "file_type_refused" });
  });

  it.each(["heic", "mif1", "hevc"])(
    "A photo of Apple's format %s that is called a JPEG is refused with how to save it",
    async (brand) => {
      const photo = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, "latin1");
      await expect(inspect([photo], ["application/pdf", "image/jpeg"])).rejects.toMatchObject({
        message:
          "This is a photo in Apple’s HEIC format, whatever its name ends in. Save or share it as JPEG and choose that file.",
      });
    },
  );

  it.each([
    ["a control character", Buffer.from("name\0,amount")],
    ["a byte that is neither UTF-8 nor Windows-1252", Buffer.from("6e616d652c9d616d6f756e74ff", "hex")],
    ["a character of UTF-8 and then one of Windows-1252 that has none", Buffer.from("c3a90d0a8f0d0aff", "hex")],
    ["an ELF executable", Buffer.from("7f454c4602010100000000000000000003003e00", "hex")],
  ])("A file is not text when it contains %s at any position", async (_what, rest) => {
    const pieces = [Buffer.from("name,amount\n".repeat(9)), rest];
    const refused = {
      status: 422,
      code: "file_type_refused",
      message:
        "This file is not of a kind that can be used here. If it is a table, save it as CSV UTF-8 and choose that file.",
    };
    await expect(inspect(pieces, ["text/csv"])).rejects.toMatchObject(refused);
    const bytes = [...Buffer.concat(pieces)].map((byte) => Buffer.of(byte));
    await expect(inspect(bytes, ["application/pdf", "text/csv"])).rejects.toMatchObject(refused);
  });

  const table = "Name;Price\r\nZoë & Søn;£0.6667\r\n";
  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  it.each([
    ["Windows-1252, as Excel saves it", Buffer.from(table, "latin1")],
    ["Windows-1252 with quotation marks and a euro", Buffer.from("\x93A\x92s\x94;\x80 5\r\n", "latin1")],
    ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${table}`)],
    ["UTF-16 with a byte order mark", utf16(`\uFEFF${table}`)],
    ["UTF-16 with a byte order mark, the high byte first", utf16(`\uFEFF${table}`).swap16()],
    ["UTF-16 without one", utf16(table)],
    ["one character", Buffer.from("5")],
    ["a long table in Windows-1252 with its only £ at the end", Buffer.from(`${"1;2\r\n".repeat(9000)}£`, "latin1")],
    ["a long table in UTF-16", utf16(`\uFEFF${table.repeat(500)}`)],
  ])("A file is text in every encoding that the club reads: %s", async (_what, file) => {
    for (const size of [1, 7, 5000]) {
      const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, index) =>
        file.subarray(index * size, (index + 1) * size),
      );
      const { content, media_type } = await inspect(pieces, ["text/csv"], 100_000);
      expect([content.equals(file), media_type]).toEqual([true, "text/csv"]);
      expect(decodeText(content)).toMatch(/[£€5ë]/);
    }
  });

  it.each([
    ["UTF-16 with half a character", utf16(`\uFEFF${table}`).subarray(0, -1)],
    ["UTF-16 with a control character", utf16(`\uFEFF${table}\u0001`)],
  ])("A file is refused that is not text: %s", async (_what, file) => {
    await expect(inspect([file], ["text/csv"])).rejects.toMatchObject({ code: "file_type_refused" });
  });
});

it("A file of no bytes is refused as empty", async () => {
  await expect(inspect([], ["text/csv"])).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/^This file is empty\./),
  });
});

it("A file of the maximum size is accepted, with its length and its hash", async () => {
  const { content, ...summary } = await inspect([samples["text/plain"]], ["text/plain"], 12);
  expect([content.toString(), summary]).toEqual([
    "Zürich 🔥",
    {
      media_type: "text/plain",
      bytes: 12,
      sha256: "53248414238e5d141562e56ed8629e8e7b1634a0e624e4ac6f18fb00696fd7da",
    },
  ]);
});

it("A file one byte over the maximum is rejected while it is read, and the reading stops", async () => {
  let read = 0;
  const endless = (function* () {
    for (;;) {
      read++;
      yield Buffer.alloc(64 * 1024, "text");
    }
  })();
  const kind = { name: "document", maximumBytes: 1024 * 1024, mediaTypes: ["text/plain"] as const };
  await expect(buffer(inspectContent(endless, kind).content)).rejects.toMatchObject({
    status: 413,
    code: "body_too_large",
    message: "This file is larger than 1 MB. Please choose a smaller one.",
  });
  expect(read).toBe(17);
});
