import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { previewPicture } from "#shared/paths.ts";
import { previewCard, previewedPaths } from "../tools/pictures/preview-card.ts";
import taken from "../tools/pictures/previews.json";

it.each(previewedPaths)("The link preview picture of %s matches its current text and drawing", (path) => {
  expect(taken).toHaveProperty([path], createHash("sha256").update(previewCard(path)).digest("hex"));
  expect(existsSync(`src/web/public${previewPicture(path)}`)).toBe(true);
});
