import { useEffect, useRef, useState } from "react";
import { draftNotice } from "#shared/account/app-messages.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import {
  type ContentItem,
  contentDraftFormSchemas,
  contentFormSchemas,
  publicationTimeSchema,
} from "#shared/content/content.ts";
import {
  type ContentKind,
  contentKindLabels,
  contentMessages as messages,
  newItemTitle,
} from "#shared/content/content-messages.ts";
import { fillValues } from "#shared/content/rich-text-outline.ts";
import { fromLondonTime, toLondonTime } from "#shared/london-time.ts";
import { previewPath } from "#shared/paths.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatDateTime, formatLondonTime, formatTimeOfToday, shortDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { Form, FormField, FormFields } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useKeptDraft } from "#web/ui/form/use-draft.ts";
import { Input } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ContentControl, uploadContentFile } from "./content-control.tsx";
import { contentForms, emptyContent, writtenOf } from "./content-fields.ts";
import { ContentStatus, ShownTitle } from "./content-status.tsx";
import { withStoredFiles } from "./held-files.ts";
import { FiguresDialog, useTypedFigures } from "./site-page-control.tsx";
import { useContentChange, useContentChanged, useSaveContent, type Written } from "./use-content.ts";
import { LazyDifference, Versions } from "./versions.tsx";

interface ContentEditorProps {
  item: ContentItem | null;
  kind: ContentKind;
  userId: string;
  onSaved: (item: ContentItem) => void;
  onClose: () => void;
}

export function ContentEditor({ item, kind, userId, onSaved, onClose }: ContentEditorProps) {
  const draftKey = `content:${item?.id ?? kind}:${userId}`;
  const saved = item ? writtenOf(item) : emptyContent(kind);
  const [opened, setOpened] = useState(item?.revision ?? 0);
  // The revision is that of the text that unsaved changes began with: a reload may fetch a later one.
  const [begunWith, setBegunWith] = useSessionStorage(`${draftKey}:revision`);
  const [conflict, setConflict] = useState<ContentItem | null>(null);
  const [isScheduling, setScheduling] = useState(false);
  const typedFiguresOf = useTypedFigures();
  const [unchecked, setUnchecked] = useState<{ item: ContentItem; intent: Intent } | null>(null);
  const [checked, setChecked] = useState<string[]>([]);
  const [preview, setPreview] = useState("");
  const [isShowingVersions, setShowingVersions] = useState(false);
  // The text editor takes another text only with another key.
  const [textKey, setTextKey] = useState(0);
  const intent = useRef<Intent>("save");
  const save = useSaveContent();
  const publish = useContentChange({
    request: ({ item: { id, revision }, sentences }: { item: ContentItem; sentences: string[] }) => ({
      method: "POST",
      path: `/content/${id}/publish`,
      body: { expected_revision: revision, ...(sentences.length > 0 && { checked_sentences: sentences }) },
    }),
    onDone: () => toast({ title: "Published" }),
    onFailed: (error) => toastFailure(messages.publishFailed, error),
  });

  /** A new item, and once it is there what was chosen for it. */
  const saveFirst = async (written: Written): Promise<ContentItem> => {
    const made = await save({ item: null, kind, written, expectedRevision: 0 });
    try {
      const whole = await withStoredFiles(written, (file) => uploadContentFile(made.id, file));
      return whole === written
        ? made
        : await save({ item: made, kind, written: whole, expectedRevision: made.revision });
    } catch (error) {
      toastFailure(messages.uploadFailed, error as Error);
      // The draft is saved without its file: it is not published so, and the next save sends the file again.
      intent.current = "keep";
      return made;
    }
  };

  const form = useApiForm<Written, ContentItem>({
    schema: async () => {
      const isForReaders = intent.current === "publish" || intent.current === "schedule" || Boolean(item?.publish_at);
      return isForReaders ? contentFormSchemas[kind] : contentDraftFormSchemas[kind];
    },
    defaultValues: saved,
    send: async (written) => {
      if (!item) return saveFirst(written);
      const expectedRevision = Number(begunWith) || opened;
      const whole = await withStoredFiles(written, (file) => uploadContentFile(item.id, file));
      return save({ item, kind, written: whole, expectedRevision });
    },
    areErrorsNested: kind === "site_page",
    // The server names fields inside of the content.
    fieldOfPath: (path) => path.replace(/^content\./, ""),
    onSent: async (answer) => {
      settle(answer);
      if (intent.current === "publish" || intent.current === "schedule") await goOn(answer, intent.current);
      else if (intent.current === "preview") setPreview(previewPath(answer));
      if (!item) onSaved(answer);
      // The form of the new item is there by now: what is typed into the one before it is gone.
      if (intent.current === "save") toast({ title: "Draft Saved" });
    },
    onRefused: (error, isAtField) => {
      const present = conflictOf(error);
      if (present) setConflict(present);
      else if (!isAtField) toastFailure("Failed to save the draft.", error);
    },
  });
  const { isRestored, left, takeLeft, discardLeft, forgetDraft } = useKeptDraft(
    draftKey,
    form,
    Number(begunWith) || opened,
  );
  const { isDirty } = form.formState;
  // After the effects of the guard, which asks nothing any more.
  useEffect(() => {
    if (!preview || isDirty) return;
    setPreview("");
    window.location.assign(preview);
  }, [preview, isDirty]);

  /** Asks first about figures that are typed into the text. */
  const goOn = async (present: ContentItem, next: Intent) => {
    if (typedFiguresOf(present).length > 0) setUnchecked({ item: present, intent: next });
    else await publishOrSchedule(present, next, []);
  };
  const publishOrSchedule = async (present: ContentItem, next: Intent, sentences: string[]) => {
    setUnchecked(null);
    setChecked(sentences);
    if (next === "schedule") setScheduling(true);
    else await publish.mutateAsync({ item: present, sentences }).catch(() => {});
  };
  const replace = (present: ContentItem) => {
    settle(present);
    setTextKey(textKey + 1);
  };
  const settle = (present: ContentItem) => {
    form.reset(writtenOf(present));
    forgetDraft();
    setBegunWith("");
    setOpened(present.revision);
    setConflict(null);
  };
  const keepMine = ({ revision }: ContentItem) => {
    setBegunWith(String(revision));
    setConflict(null);
    intent.current = "save";
    // The submission uses the revision that the next render has.
    setTimeout(() => form.element.current?.requestSubmit());
  };
  const discard = () => {
    form.reset(saved);
    forgetDraft();
    setBegunWith("");
    setOpened(item?.revision ?? 0);
    setTextKey(textKey + 1);
  };
  const noteRevision = () => {
    if (!begunWith && opened > 0) setBegunWith(String(opened));
  };
  const takeOver = () => {
    if (left?.revision) setBegunWith(String(left.revision));
    takeLeft();
    setTextKey(textKey + 1);
  };
  const { main, aside } = contentForms[kind];
  const isBusy = form.isBusy || publish.isPending;
  const controls = { form, item };

  return (
    <>
      <Form form={form} className="grid gap-6" aria-label={`Edit: ${contentKindLabels[kind]}`} onChange={noteRevision}>
        <EditorHead
          item={item}
          kind={kind}
          isDirty={isDirty}
          isBusy={isBusy}
          onIntent={(next) => {
            intent.current = next;
          }}
          versions={{ isOpen: isShowingVersions, onToggle: () => setShowingVersions(!isShowingVersions) }}
        />
        {isRestored && isDirty && !conflict && <Notice title={draftNotice.title}>{draftNotice.text}</Notice>}
        {left && !isDirty && (
          <Notice title={`You have text from ${formatTimeOfToday(left.at)} that was not saved.`}>
            Another window of this browser left it, or still shows it.
            <div className="button-row mt-3">
              <Button variant="outline" isSmall onClick={takeOver}>
                Use it
              </Button>
              <Button variant="ghost" isSmall onClick={discardLeft}>
                Discard it
              </Button>
            </div>
          </Notice>
        )}
        {conflict && (
          <ConflictNotice
            words={conflictWords(conflict)}
            onKeepMine={() => keepMine(conflict)}
            onTakeTheirs={() => replace(conflict)}
          >
            <LazyDifference item={conflict} before={conflict.draft} after={form.getValues()} />
          </ConflictNotice>
        )}
        {item && isShowingVersions && (
          <Versions item={item} draft={form.getValues()} isDirty={isDirty} onRestored={replace} />
        )}
        <FormFields form={form}>
          <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
            <div className="grid content-start gap-5">
              {main.map((field, index) => (
                <ContentControl
                  key={`${field.name} ${textKey}`}
                  {...controls}
                  field={field}
                  isTitle={index === 0}
                  onEdit={noteRevision}
                />
              ))}
            </div>
            <div className="grid content-start gap-5">
              {aside.map((field) => (
                <ContentControl key={field.name} {...controls} field={field} onEdit={noteRevision} />
              ))}
              {isDirty && !isBusy && (
                <p>
                  <Button variant="ghost" isSmall onClick={discard}>
                    Discard changes
                  </Button>
                </p>
              )}
              {item && <ItemActions item={item} onDeleted={onClose} />}
            </div>
          </div>
        </FormFields>
        <UnsavedChangesGuard isActive={isDirty} />
      </Form>
      {item && (
        <PublishDialog item={item} checked={checked} isOpen={isScheduling} onClose={() => setScheduling(false)} />
      )}
      {unchecked && (
        <FiguresDialog
          figures={typedFiguresOf(unchecked.item)}
          submitLabel={unchecked.intent === "schedule" ? messages.publishAtTime : "Publish now"}
          onClose={() => setUnchecked(null)}
          onChecked={(sentences) => void publishOrSchedule(unchecked.item, unchecked.intent, sentences)}
        />
      )}
    </>
  );
}

const conflictWords = ({ updated_by_name, updated_at }: ContentItem) => ({
  title: messages.conflictTitle(updated_by_name ?? "Somebody", formatDateTime(updated_at)),
  text: "Nothing of yours is lost. Read both, then choose.",
  compare: "Show the difference",
  keepMine: "Keep mine as a new version",
  takeTheirs: "Take theirs",
});

const conflictOf = (error: unknown): ContentItem | undefined =>
  error instanceof ApiError && error.problem.code === "revision_conflict"
    ? (error.problem.record as ContentItem | undefined)
    : undefined;

interface PublishDialogProps {
  item: ContentItem;
  /** Sentences with typed figures. */
  checked: string[];
  isOpen: boolean;
  onClose: () => void;
}

const day = 24 * 60 * 60 * 1000;

function PublishDialog({ item, checked, isOpen, onClose }: PublishDialogProps) {
  const changed = useContentChanged();
  const tomorrow = toLondonTime(new Date(serverNow().getTime() + day)).date;
  const form = useApiForm<{ date: string; time: string }, ContentItem>({
    schema: publicationTimeSchema,
    defaultValues: { date: tomorrow, time: "08:00" },
    send: ({ date, time }) => {
      const at = fromLondonTime(date, time).toISOString();
      return callApi("POST", `/content/${item.id}/publish`, {
        expected_revision: item.revision,
        at,
        ...(checked.length > 0 && { checked_sentences: checked }),
      });
    },
    fieldOfCode: { invalid_body: "time" },
    messageOf: ({ errors }) => errors?.[0]?.message ?? messages.timePassed,
    onSent: async (scheduled) => {
      await changed(scheduled);
      toast({ title: "Publication Scheduled", description: formatLondonTime(scheduled.publish_at ?? "") });
      onClose();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.publishFailed, error),
  });
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={messages.publishAtTime}
      text="The page, the list, the feed and the search change together. What is saved by then is published; you can cancel it until then."
      submitLabel={messages.publishAtTime}
      busyLabel={messages.saving}
      cancelLabel="Keep as draft"
      className="mt-5 grid gap-5 sm:grid-cols-2"
    >
      <DateField form={form} name="date" label="Day" />
      <FormField form={form} name="time" label="Time, London">
        <Input type="time" />
      </FormField>
    </FormDialog>
  );
}

interface ItemActionsProps {
  item: ContentItem;
  onDeleted: () => void;
}

function ItemActions({ item, onDeleted }: ItemActionsProps) {
  const { id, title, can } = item;
  const unschedule = useContentChange({
    request: () => ({ method: "POST", path: `/content/${id}/unschedule` }),
    onDone: () => toast({ title: "Publication Cancelled" }),
    onFailed: (error) => toastFailure(messages.changeFailed, error),
  });
  const unpublish = useContentChange({
    request: () => ({ method: "POST", path: `/content/${id}/unpublish` }),
    onDone: () => toast({ title: "Unpublished" }),
    onFailed: (error) => toastFailure(messages.changeFailed, error),
  });
  const remove = useContentChange({
    request: () => ({ method: "DELETE", path: `/content/${id}` }),
    onDone: () => {
      toast({ title: "Content Deleted" });
      onDeleted();
    },
    onFailed: (error) => toastFailure(messages.changeFailed, error),
  });
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-5">
      {can.unschedule && (
        <Button
          variant="outline"
          isSmall
          busyLabel={unschedule.isPending && messages.saving}
          onClick={() => unschedule.mutate()}
        >
          Cancel the publication
        </Button>
      )}
      {can.unpublish && (
        <ConfirmButton
          label="Unpublish"
          labelEnd={title}
          title="Take it off the site?"
          text="Visitors and members no longer find it. The draft and all versions stay."
          busyLabel={unpublish.isPending && messages.saving}
          variant="secondary"
          onConfirm={(close) => unpublish.mutate(undefined, { onSettled: close })}
        />
      )}
      {can.delete && (
        <ConfirmButton
          label="Delete"
          labelEnd={title}
          title="Delete it for good?"
          text="It goes with all its versions and files. The audit keeps its title."
          busyLabel={remove.isPending && "Deleting..."}
          variant="danger"
          onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
        />
      )}
    </div>
  );
}

type Intent = "save" | "preview" | "publish" | "schedule" | "keep";

interface EditorHeadProps {
  item: ContentItem | null;
  kind: ContentKind;
  isDirty: boolean;
  isBusy: boolean;
  /** The intent says what the submission that follows is for. */
  onIntent: (intent: Intent) => void;
  versions: { isOpen: boolean; onToggle: () => void };
}

function EditorHead({ item, kind, isDirty, isBusy, onIntent, versions }: EditorHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const values = useRichTextValues();
  useOpenedTitle(item ? fillValues(item.title, values) : newItemTitle(kind));
  // The link that opened the editor is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="editor-head">
      <div>
        <h1 className="small scroll-mt-24 font-text font-[550] outline-none" tabIndex={-1} ref={heading}>
          <InlineLink to={adminPaths.content} isQuiet>
            {messages.view}
          </InlineLink>{" "}
          <span className={item ? "sr-only" : "pl-2"}>
            {item ? <ShownTitle title={item.title} /> : newItemTitle(kind)}
          </span>
        </h1>
        {item && <ContentStatus item={item} />}
        <p className="note num" role="status">
          {isDirty ? "Not saved yet." : item && `Saved ${formatTimeOfToday(item.updated_at)}.`}{" "}
          {item && publicWords(item)}
        </p>
      </div>
      <div>
        {item && (
          <Button variant="ghost" isSmall aria-expanded={versions.isOpen} onClick={versions.onToggle}>
            {messages.versions}
          </Button>
        )}
        <Button
          type="submit"
          variant="outline"
          isSmall
          busyLabel={isBusy && messages.saving}
          onClick={() => onIntent("save")}
        >
          Save draft
        </Button>
        {item && (
          <>
            <Button type="submit" variant="outline" isSmall onClick={() => onIntent("preview")}>
              {messages.preview}
            </Button>
            <Button type="submit" variant="outline" isSmall onClick={() => onIntent("schedule")}>
              {messages.publishAtTime}
            </Button>
          </>
        )}
        <Button type="submit" isSmall onClick={() => onIntent("publish")}>
          Publish now
        </Button>
      </div>
    </div>
  );
}

function publicWords({ publish_at, published_at, published_revision }: ContentItem): string {
  if (publish_at) return `Will be public from ${formatLondonTime(publish_at)}, London time.`;
  if (!published_at || published_revision === null) return "Not public.";
  return `Public: version ${published_revision}, ${shortDate(published_at)}.`;
}
