import "#web/styles/file-drop.css";
import { useEffect, useRef, useState } from "react";
import { completionPartMessages as messages } from "#shared/funds-completion-desk-messages.ts";
import { paperLabels, type uploadedPaperKinds } from "#shared/funds-completion-messages.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { toast } from "#web/ui/toast.ts";
import { useClosingChanged } from "../closing-queries.ts";

interface UploadPaperProps {
  dealId: string;
  kind: (typeof uploadedPaperKinds)[number];
  isFiled: boolean;
}

/** Files what is chosen at once, in place of another of its kind. */
export function UploadPaper({ dealId, kind, isFiled }: UploadPaperProps) {
  const [percent, setPercent] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const stopping = useRef<AbortController>(null);
  const changed = useClosingChanged();
  useEffect(() => () => stopping.current?.abort(), []);
  const label = paperLabels[kind];

  const file = async (chosen: File) => {
    setRefusal(undefined);
    setPercent(0);
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const onProgress = (share: number) => setPercent(Math.floor(share * 100));
    try {
      const path = withQuery(`/deals/${dealId}/papers`, { kind, file_name: chosen.name.slice(-200) });
      await uploadFile(path, new File([chosen], chosen.name, { type: "application/pdf" }), { onProgress, signal });
      await changed();
      toast({ title: messages.uploaded(label) });
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
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // Allows choosing the same file again.
          currentTarget.value = "";
          if (chosen) void file(chosen);
        }}
      />
      <Button
        variant="outline"
        isSmall
        busyLabel={percent !== undefined && messages.uploading(percent)}
        onClick={() => input.current?.click()}
      >
        {isFiled ? messages.uploadAgain : messages.upload}
        <span className="sr-only"> {label}</span>
      </Button>
      {percent !== undefined && (
        <Button variant="ghost" isSmall onClick={() => stopping.current?.abort()}>
          {messages.stop}
          <span className="sr-only"> {label}</span>
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
