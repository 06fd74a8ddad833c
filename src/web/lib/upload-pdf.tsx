import "#web/styles/file-drop.css";
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { toast } from "#web/ui/toast.ts";
import { uploadFile } from "./upload-file.ts";

interface UploadPdfProps {
  /** Of the API, for a file's name. */
  path: (fileName: string) => string;
  /** The name follows the button for screen readers only. */
  name: string;
  words: { upload: string; uploading: (percent: number) => string; stop: string; done: string };
  onUploaded: () => Promise<void>;
}

/** Sends what is chosen at once. */
export function UploadPdf({ path, name, words, onUploaded }: UploadPdfProps) {
  const [percent, setPercent] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  const send = async (chosen: File) => {
    setRefusal(undefined);
    setPercent(0);
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const onProgress = (share: number) => setPercent(Math.floor(share * 100));
    try {
      const pdf = new File([chosen], chosen.name, { type: "application/pdf" });
      await uploadFile(path(chosen.name.slice(-200)), pdf, { onProgress, signal });
      await onUploaded();
      toast({ title: words.done });
    } catch (error) {
      if (!signal.aborted) setRefusal((error as Error).message);
    } finally {
      setPercent(undefined);
    }
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        hidden
        aria-label={name}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // Allows choosing the same file again.
          currentTarget.value = "";
          if (chosen) void send(chosen);
        }}
      />
      <Button
        variant="outline"
        isSmall
        busyLabel={percent !== undefined && words.uploading(percent)}
        onClick={() => input.current?.click()}
      >
        {words.upload}
        <span className="sr-only"> {name}</span>
      </Button>
      {percent !== undefined && (
        <Button variant="ghost" isSmall onClick={() => stopping.current?.abort()}>
          {words.stop}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
      {refusal && (
        <p className="field-error basis-full" role="alert">
          <CircleAlert />
          {refusal}
        </p>
      )}
    </>
  );
}
