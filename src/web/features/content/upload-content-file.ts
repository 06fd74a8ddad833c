import type { ContentFile } from "#shared/content/content.ts";
import { uploadFile } from "#web/lib/upload-file.ts";

export const uploadContentFile = (itemId: string, file: File): Promise<ContentFile> => {
  const query = new URLSearchParams({ content_id: itemId, name: file.name });
  return uploadFile(`/files?${query}`, file, { onProgress: () => {}, signal: new AbortController().signal });
};
