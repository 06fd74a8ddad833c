import "#web/styles/file-drop.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { adminPaths } from "#shared/admin-paths.ts";
import {
  type DocumentOpening,
  documentUploadQuerySchema,
  type Room,
  type RoomDocument,
} from "#shared/deals/deal-room.ts";
import { maximumRoomFileBytes, roomPartMessages as messages, roomFileTypes } from "#shared/deals/deal-room-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { formatBytes } from "#web/lib/format-bytes.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { uploadFile } from "#web/lib/upload-file.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useList, withQuery } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { FilterChoice } from "#web/ui/list/filters.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { pageWords } from "../../../room/page-ranges.ts";
import { deskSearch } from "../../desk-search.ts";
import { RoomDocuments } from "./room-documents.tsx";

const checkingMs = 2000;

/** What members can read of a deal besides its page, and who has read it. */
export function RoomPart({ deal: { id, can } }: { deal: DealRecord }) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.dealRoom(id),
    queryFn: ({ signal }) => callApi<Room>("GET", `/deals/${id}/room`, undefined, signal),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isBeingChecked) ? checkingMs : false),
  });
  const replace = (document: RoomDocument, file: File) =>
    setUploads((others) => [...others, { key: crypto.randomUUID(), file, replaces: document }]);
  return (
    <div className="grid gap-8">
      <section aria-label="Documents" tabIndex={-1} className="grid gap-4 outline-none">
        <p className="max-w-(--measure)">
          Members read the documents of the offer that is signed. After a change here, sign a new offer; until then they
          read what they read now. <InlineLink to={adminPaths.dealPart(id, "versions")}>Versions</InlineLink>
        </p>
        {!data && !isError && <RowSkeletons label="Loading the documents" count={3} />}
        {!data && isError && <LoadFailed title="The documents could not be loaded" onRetry={refetch} />}
        {data && <RoomDocuments dealId={id} documents={data.items} canChange={can.fill_room} onReplace={replace} />}
      </section>
      {can.fill_room && <AddDocuments dealId={id} uploads={uploads} onUploads={setUploads} />}
      {data && data.items.length > 0 && <Openings dealId={id} documents={data.items} />}
      <OpenedDocument dealId={id} />
    </div>
  );
}

interface OpeningsProps {
  dealId: string;
  documents: readonly RoomDocument[];
}

function Openings({ dealId, documents }: OpeningsProps) {
  const [document, setDocument] = useState("");
  const list = useList<DocumentOpening>({
    path: `/deals/${dealId}/openings`,
    parameters: { document_id: document },
  });
  return (
    <section aria-labelledby="document-openings">
      <div className="view-head">
        <h4 id="document-openings" className="d4">
          Who opened what
        </h4>
        <div className="view-tools">
          <FilterChoice
            label="Document"
            all="All documents"
            value={document}
            options={documents.map(({ id, title, number }) => ({ value: id, label: messages.named(title, number) }))}
            onChange={setDocument}
          />
        </div>
      </div>
      <ListView
        list={list}
        noun="openings"
        loading="Loading the openings"
        empty={{ title: "Nothing was opened yet", text: "Each opening is listed here with its pages." }}
      >
        {(openings) => (
          <RecordTable
            caption="Openings, newest first"
            columns={columns}
            rows={openings}
            rowKey={({ id }) => id}
            isDense
          />
        )}
      </ListView>
    </section>
  );
}

const columns: RecordColumn<DocumentOpening>[] = [
  {
    header: "Who",
    className: "wrap-anywhere",
    cell: ({ full_name, is_desk }) => (
      <>
        {full_name ?? "A sealed record"} {is_desk && <span className="muted">as an admin</span>}
      </>
    ),
  },
  {
    header: messages.document,
    isPlain: true,
    className: "wrap-anywhere",
    cell: ({ title, number }) => messages.named(title, number),
  },
  { header: "Read", className: "num wrap-anywhere", cell: readWords },
  {
    header: "When",
    isBeside: true,
    className: "num @min-[56rem]:whitespace-nowrap",
    cell: ({ opened_at }) => (
      <time dateTime={opened_at}>
        <Moment text={formatDateTime(opened_at)} />
      </time>
    ),
  },
];

function readWords({ pages, downloaded_at }: DocumentOpening): string {
  const downloaded = downloaded_at && `downloaded ${formatDateTime(downloaded_at)}`;
  return [pageWords(pages), downloaded].filter(Boolean).join(", ") || "No page";
}

const viewer = lazyPage(() => import("../../../room/document-viewer.tsx").then((file) => file.DocumentViewer));

/** The document that the address names, over the deal's record. */
function OpenedDocument({ dealId }: { dealId: string }) {
  const { state, change } = useSearchState(deskSearch);
  const client = useQueryClient();
  const { document } = state;
  useEffect(() => {
    if (document) return () => void client.invalidateQueries({ queryKey: ["deals", dealId, "openings"] });
    return undefined;
  }, [client, dealId, document]);
  if (!document) return null;
  return (
    <Suspense>
      <Page
        page={viewer}
        key={document}
        path={`/deals/${dealId}/documents/${document}`}
        onClose={() => change({ document: "" }, { replace: true })}
      >
        <p className="rounded-sheet bg-paper px-4 py-3 text-small">
          Openings by admins are recorded too, and each page carries your name. Members read the warnings of the deal in
          this place.
        </p>
      </Page>
    </Suspense>
  );
}

const isBeingChecked = ({ state, removed_at }: RoomDocument): boolean => state === "checking" && removed_at === null;

interface AddDocumentsProps {
  dealId: string;
  uploads: readonly Upload[];
  onUploads: (change: (uploads: readonly Upload[]) => readonly Upload[]) => void;
}

/** Each file that was chosen gets a form of its own. */
function AddDocuments({ dealId, uploads, onUploads }: AddDocumentsProps) {
  const add = (file: File) => onUploads((others) => [...others, { key: crypto.randomUUID(), file }]);
  const section = useRef<HTMLElement>(null);
  const remove = (key: string) => {
    onUploads((others) => others.filter((other) => other.key !== key));
    // The form had the focus.
    section.current?.focus();
  };
  const addAll = () => {
    for (const form of section.current?.querySelectorAll("form") ?? []) form.requestSubmit();
  };
  return (
    <section ref={section} aria-labelledby="add-documents" tabIndex={-1} className="grid max-w-3xl gap-4 outline-none">
      <h4 id="add-documents" className="d4 block-heading">
        Add a document
      </h4>
      {uploads.map((upload) => (
        <DocumentForm key={upload.key} dealId={dealId} upload={upload} onDone={() => remove(upload.key)} />
      ))}
      {uploads.length > 1 && (
        <p>
          <Button isSmall onClick={addAll}>
            Add all {uploads.length} documents
          </Button>
        </p>
      )}
      <UnsavedChangesGuard isActive={uploads.length > 0} text="Files that have not arrived yet are lost." />
      <FileDrop accept={roomFileTypes.join(",")} isMultiple onFile={add}>
        {(choose) => (
          <>
            <Button variant="outline" isSmall onClick={choose}>
              Choose files
            </Button>
            <span className="note">or drop them here. PDF, PNG, JPEG, XLSX or CSV, up to 25 MB each.</span>
          </>
        )}
      </FileDrop>
    </section>
  );
}

/** A file that was chosen and is not in the room yet. */
interface Upload {
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

function DocumentForm({ dealId, upload: { file, replaces }, onDone }: DocumentFormProps) {
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
      className="grid gap-4 rounded-sheet border border-line bg-sheet p-4"
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
        <progress
          className="h-1.5 w-full accent-pine"
          value={percent}
          max={100}
          aria-label={messages.uploading(percent)}
        />
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
