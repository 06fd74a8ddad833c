import type { BrandFileRole } from "#shared/brand-file-rules.ts";
import type { UploadedBrandFile } from "#shared/settings.ts";
import { uploadFile } from "#web/lib/upload-file.ts";

/** The setting `brand` then takes its `id`. @throws ApiError, or NetworkError without an answer. */
export const uploadBrandFile = (role: BrandFileRole, file: File): Promise<UploadedBrandFile> =>
  uploadFile(`/settings/brand/files?role=${role}`, file, {
    onProgress: () => {},
    signal: new AbortController().signal,
  });
