import type { FileStore, StoredFile } from "./file-store.ts";
import type { Content, FileKind } from "./inspect-content.ts";

/** Keeps a file for a row that `work` writes; without the row there is no file. @throws what `work` throws, HttpError 413 and 422 */
export async function withNewFile<Result>(
  files: Pick<FileStore, "put" | "remove">,
  { content, kind, userId = null }: { content: Content; kind: FileKind; userId?: string | null },
  work: (file: StoredFile) => Promise<Result>,
): Promise<Result> {
  const file = await files.put(content, kind, userId);
  try {
    return await work(file);
  } catch (error) {
    await files.remove(file.id);
    throw error;
  }
}
