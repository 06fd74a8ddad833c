import type { ContentFile } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { contentFilePath } from "#shared/content/rich-text-rules.ts";
import type { Written } from "./use-content.ts";

interface Held {
  file: File;
  /** A data URL of a picture, to be shown meanwhile. */
  src: string;
}

/**
 * Files that were chosen before their item was saved for the first time. Each has an id that no stored file has, which stands in the
 * draft until the file is uploaded.
 */
const held = new Map<string, Held>();
/** Of each file that was chosen since this page was loaded, by its id. */
export const chosenFileNames = new Map<string, string>();
const heldId = /00000000-0000-4000-8000-[0-9a-f]{12}/g;
let last = 0;

export async function holdFile(file: File): Promise<ContentFile> {
  last = Math.max(Date.now(), last + 1);
  const id = `00000000-0000-4000-8000-${last.toString(16).padStart(12, "0")}`;
  chosenFileNames.set(id, file.name);
  held.set(id, { file, src: file.type.startsWith("image/") ? await readDataUrl(file) : "" });
  const url = contentFilePath(id);
  return { id, name: file.name, media_type: file.type, bytes: file.size, width: null, height: null, url };
}

const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** Where a picture of a draft is shown from. @param path of a file of the club, or an id that is held. */
export function shownSource(path: string): string {
  const [id = ""] = path.match(heldId) ?? [];
  return held.get(id)?.src ?? path;
}

/**
 * Uploads what is held for a draft. @returns the draft with the stored files, or the same one where nothing is held.
 * @throws Error where a file is not here any more, as after a reload.
 */
export async function withStoredFiles(
  written: Written,
  upload: (file: File) => Promise<ContentFile>,
): Promise<Written> {
  const ids = new Set(JSON.stringify(written).match(heldId));
  if (ids.size === 0) return written;
  if ([...ids].some((id) => !held.has(id))) throw new Error(messages.fileGone);
  const stored = new Map<string, ContentFile>();
  for (const id of ids) {
    const { file } = held.get(id) as Held;
    stored.set(id, await upload(file));
  }
  for (const id of ids) held.delete(id);
  return replaced(written, stored) as Written;
}

function replaced(value: unknown, stored: ReadonlyMap<string, ContentFile>): unknown {
  if (typeof value === "string") return value.replaceAll(heldId, (id) => stored.get(id)?.id ?? id);
  if (Array.isArray(value)) return value.map((each) => replaced(each, stored));
  if (typeof value !== "object" || value === null) return value;
  const file = "fileId" in value ? stored.get(String(value.fileId)) : undefined;
  const parts = Object.entries(value).map(([name, part]) => [name, replaced(part, stored)]);
  const { width, height } = file ?? {};
  return { ...Object.fromEntries(parts), ...(width && height && { width, height }) };
}
