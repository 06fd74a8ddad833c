// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { ContentFile } from "#shared/content/content.ts";
import { holdFile, shownSource, withStoredFiles } from "./held-files.ts";

const stored = (id: string): ContentFile => ({
  id,
  name: "cover.png",
  media_type: "image/png",
  bytes: 3,
  width: 640,
  height: 480,
  url: `/api/files/${id}`,
});
const picture = () => new File(["abc"], "cover.png", { type: "image/png" });
const first = "0190a0a0-0000-7000-8000-0000000000f1";
const second = "0190a0a0-0000-7000-8000-0000000000f2";

it("A picture that is chosen before the first save is shown at once, and uploaded with the draft, once", async () => {
  const [inText, logo] = [await holdFile(picture()), await holdFile(picture())];
  expect(inText.id).not.toBe(logo.id);
  expect(shownSource(logo.url)).toBe("data:image/png;base64,YWJj");
  const image = { type: "image", attrs: { fileId: inText.id, alt: "A graph" } };
  const written = { title: "One", logo: logo.url, body: { type: "doc", content: [image] } };
  const ids = [first, second];
  const names: string[] = [];
  const upload = async (file: File) => {
    names.push(file.name);
    return stored(ids.shift() ?? "");
  };
  const saved = await withStoredFiles(written, upload);
  const attrs = (saved.body as { content: { attrs: { fileId: string } }[] }).content[0]?.attrs;
  expect(new Set([saved.logo, `/api/files/${attrs?.fileId}`])).toEqual(
    new Set([`/api/files/${first}`, `/api/files/${second}`]),
  );
  expect(attrs).toMatchObject({ alt: "A graph", width: 640, height: 480 });
  expect(names).toEqual(["cover.png", "cover.png"]);
  expect(await withStoredFiles(saved, upload)).toBe(saved);
});

it("A draft that a reload left without its picture says so, and is not saved with a picture that is nowhere", async () => {
  const { url } = await holdFile(picture());
  await withStoredFiles({ logo: url }, async () => stored(first));
  await expect(withStoredFiles({ logo: url }, async () => stored(first))).rejects.toThrow(
    "A file that was chosen before this page was loaded again is not here any more. Please choose it again.",
  );
});
