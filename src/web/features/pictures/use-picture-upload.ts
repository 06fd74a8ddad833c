import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { maximumPictureBytes, pictureMessages } from "#shared/pictures/picture-rules.ts";
import type { UploadedPicture } from "#shared/pictures/pictures.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { ApiError } from "#web/lib/api.ts";
import { uploadFile } from "#web/lib/upload-file.ts";

export type PictureUpload = ReturnType<typeof usePictureUpload>;

/** One at a time, aborted on unmount. */
export function usePictureUpload(onUploaded: (picture: UploadedPicture) => void) {
  const [percent, setPercent] = useState(0);
  const [error, setError] = useState<string>();
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current?.abort();
  }, []);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (file: File) => {
      const name = new URLSearchParams({ name: nameOf(file) });
      const signal = leaving.current?.signal ?? AbortSignal.abort();
      const onProgress = (share: number) => setPercent(Math.floor(share * 100));
      return uploadFile<UploadedPicture>(`/pictures?${name}`, file, { onProgress, signal });
    },
  });
  const start = async (file: File) => {
    if (isPending) return;
    setPercent(0);
    setError(file.size > maximumPictureBytes ? pictureMessages.tooLarge : undefined);
    if (file.size > maximumPictureBytes) return;
    try {
      onUploaded(await mutateAsync(file));
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : pictureMessages.failed);
    }
  };
  return { start, isUploading: isPending, percent, error, forgetError: () => setError(undefined) };
}

const nameOf = (file: File): string =>
  file.name
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(-maximumLineLength) || "picture";
