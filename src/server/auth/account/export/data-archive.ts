import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { PersonData } from "./collect-data.ts";
import { dataDocument } from "./data-document.tsx";

export async function dataArchive(data: PersonData, day: string): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  const named = Object.fromEntries(
    Object.entries(data).map(([part, rows]) => [
      part,
      rows.map((row, index) =>
        Object.fromEntries(
          Object.entries(row).map(([field, value]) => {
            if (!Buffer.isBuffer(value)) return [field, value];
            const file = `files/${part}-${index + 1}-${field}.${extensionOf(value)}`;
            zip.addBuffer(value, file);
            return [field, file];
          }),
        ),
      ),
    ]),
  );
  zip.addBuffer(Buffer.from(JSON.stringify(named, null, 2)), "your-data.json");
  zip.addBuffer(Buffer.from(dataDocument(named, day)), "your-data.html");
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

/** Detected by magic bytes. */
function extensionOf(content: Buffer): string {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpg";
  if (content.subarray(1, 4).toString("latin1") === "PNG") return "png";
  if (content.subarray(8, 12).toString("latin1") === "WEBP") return "webp";
  if (content.subarray(0, 5).toString("latin1") === "%PDF-") return "pdf";
  return "bin";
}
