import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { documentUploadQuerySchema, type RoomDocument } from "#shared/deals/deal-room.ts";
import { maximumRoomFileBytes, roomPartMessages as messages } from "#shared/deals/deal-room-messages.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";

/** A file that was chosen and is not in the room yet. */
export interface Upload {
  key: string;
  file: File;
  replaces?: RoomDocument;
}

interface DocumentFormProps {
  dealId: string;
  upload: Upload;
  /** Stored, or taken back. */
  onDone: () => void;
}

/** What kind it is, the server finds out from its bytes. */
const fileName = /\.(pdf|png|jpe?g|xlsx|csv)$/i;

const schema = z.object({
  file: z
    .instanceof(File)
    .refine(({ name }) => fileName.test(name), "Please choose a PDF, PNG, JPEG, XLSX or CSV file.")
    .refine(({ size }) => size <= maximumRoomFileBytes, "This file is larger than 25 MB. Please choose a smaller one."),
  title: documentUploadQuerySchema.shape.title,
  is_downloadable: z.boolean(),
});

export function DocumentForm({ dealId, upload: { file, replaces }, onDone }: DocumentFormProps) {
  const client = useQueryClient();
  const [percent, setPercent] = useState(0);
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const form = useApiForm<z.infer<typeof schema>>({
    schema,
    defaultValues: {
      file,
      title: replaces?.title ?? titleOf(file.name),
      is_downloadable: replaces?.is_downloadable ?? false,
    },
    send: ({ title, is_downloadable }) => {
      setPercent(0);
      stopping.current = new AbortController();
      const path = withQuery(`/deals/${dealId}/documents`, {
        title,
        file_name: file.name,
        is_downloadable: `${is_downloadable}`,
        replaces_id: replaces?.id ?? "",
      });
      const onProgress = (share: number) => setPercent(Math.floor(share * 100));
      return uploadFile(path, file, { onProgress, signal: stopping.current.signal });
    },
    fieldOfCode: {
      body_too_large: "file",
      deal_not_open: "file",
      document_not_ready: "file",
      document_replaced: "file",
      file_type_refused: "file",
      file_infected: "file",
      files_unavailable: "file",
    },
    fieldOfPath: (path) => (path in fields ? path : "file"),
    onSent: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.dealRoom(dealId) });
      toast({ title: "Added: it is being checked now", description: form.getValues("title") });
      onDone();
    },
    onRefused: (error, isAtField) => {
      if (stopping.current?.signal.aborted || isAtField) return;
      toastFailure("Not added", error, file.name);
    },
    firstFocus: replaces ? undefined : "title",
  });
  const { element } = form;
  useEffect(() => {
    if (replaces) element.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }, [replaces, element]);
  const { error } = form.getFieldState("file", form.formState);
  const isSheet = /\.(xlsx|csv)$/i.test(file.name);
  return (
    <Form
      form={form}
      className="room-form"
      aria-label={replaces ? messages.replacing(replaces.title) : `Add ${file.name}`}
    >
      <div className="grid gap-0.5" data-invalid={error ? "" : undefined} tabIndex={-1}>
        {replaces && <p className="field-label">{messages.replacing(replaces.title)}</p>}
        <p className="wrap-anywhere">
          {file.name} <span className="muted num">{formatBytes(file.size)}</span>
        </p>
        {error && (
          <p className="field-error">
            <CircleAlert />
            {error.message}
          </p>
        )}
      </div>
      <FormFields form={form}>
        {!replaces && (
          <FormField form={form} name="title" label="Title" hint="As members read it">
            <Input autoComplete="off" maxLength={120} />
          </FormField>
        )}
        {isSheet && (
          <div className="grid gap-1">
            <Checkbox label="Members may download it" {...form.register("is_downloadable")} />
            <p className="field-hint">A spreadsheet is not shown page by page: without this, members cannot read it.</p>
          </div>
        )}
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} isSmall busyLabel={messages.uploading(percent)}>
          {replaces ? "Put in its place" : "Add the document"}
        </SubmitButton>
        {form.isSending ? (
          <Button variant="ghost" isSmall onClick={() => stopping.current?.abort()}>
            Stop the upload
          </Button>
        ) : (
          <Button variant="ghost" isSmall onClick={onDone}>
            Cancel
            <span className="sr-only"> {file.name}</span>
          </Button>
        )}
      </div>
      {form.isSending && (
        <progress className="room-progress" value={percent} max={100} aria-label={messages.uploading(percent)} />
      )}
    </Form>
  );
}

const fields = { title: true, is_downloadable: true } as const;

/** "founders_deck-2027.pdf" is "founders deck 2027". */
const titleOf = (fileName: string): string =>
  fileName
    .replace(/\.\w+$/, "")
    .replace(/[_-]+/g, " ")
    .trim()
    .slice(0, 120);
