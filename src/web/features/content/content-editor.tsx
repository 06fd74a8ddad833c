import { useEffect, useRef, useState } from "react";
import { draftNotice } from "#shared/account/app-messages.ts";
import { type ContentItem, contentFormSchemas } from "#shared/content/content.ts";
import { type ContentKind, contentKindLabels, contentMessages as messages } from "#shared/content/content-messages.ts";
import { previewPath } from "#shared/paths.ts";
import { ApiError } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { Form, FormFields } from "#web/ui/form/form.tsx";
import { UnsavedChangesGuard } from "#web/ui/form/unsaved-changes-guard.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ContentControl } from "./content-control.tsx";
import { contentForms, emptyContent, writtenOf } from "./content-fields.ts";
import { EditorHead, type Intent } from "./editor-head.tsx";
import { ItemActions } from "./item-actions.tsx";
import { LazyDifference } from "./lazy-difference.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { useContentChange, useSaveContent, type Written } from "./use-content.ts";
import { Versions } from "./versions.tsx";

interface ContentEditorProps {
  /** Null for one that is not saved yet. */
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
  // Of the text that unsaved changes began with: a reload may fetch a later one.
  const [begunWith, setBegunWith] = useSessionStorage(`${draftKey}:revision`);
  const [conflict, setConflict] = useState<ContentItem | null>(null);
  const [isScheduling, setScheduling] = useState(false);
  const [preview, setPreview] = useState("");
  const [isShowingVersions, setShowingVersions] = useState(false);
  // The text editor takes another text only with another key.
  const [textKey, setTextKey] = useState(0);
  const intent = useRef<Intent>("save");
  const save = useSaveContent();
  const publish = useContentChange({
    request: ({ id, revision }: ContentItem) => ({
      method: "POST",
      path: `/content/${id}/publish`,
      body: { expected_revision: revision },
    }),
    onDone: () => toast({ title: "Published" }),
    onFailed: (error) => toastFailure(messages.publishFailed, error),
  });

  const form = useApiForm<Written, ContentItem>({
    schema: contentFormSchemas[kind],
    defaultValues: saved,
    send: (written) => {
      const expectedRevision = Number(begunWith) || opened;
      return save({ item, kind, written, expectedRevision });
    },
    // The server names fields inside of the content.
    fieldOfPath: (path) => path.replace(/^content\./, ""),
    onSent: async (answer) => {
      settle(answer);
      if (intent.current === "publish") await publish.mutateAsync(answer).catch(() => {});
      else if (intent.current === "schedule") setScheduling(true);
      else if (intent.current === "preview") setPreview(previewPath(answer));
      if (!item) onSaved(answer);
      // Once the form of the new item is there: what is typed into the one before it is gone.
      if (intent.current === "save") toast({ title: "Draft Saved" });
    },
    onRefused: (error, isAtField) => {
      const present = conflictOf(error);
      if (present) setConflict(present);
      else if (!isAtField) toastFailure("Failed to save the draft.", error);
    },
  });
  const { isRestored, forgetDraft } = useDraft(draftKey, form);
  const { isDirty } = form.formState;
  // After the effects of the guard, which asks nothing any more.
  useEffect(() => {
    if (!preview || isDirty) return;
    setPreview("");
    window.location.assign(preview);
  }, [preview, isDirty]);

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
    // With the revision that the next render has.
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
        {conflict && (
          <ConflictNotice
            words={conflictWords(conflict)}
            onKeepMine={() => keepMine(conflict)}
            onTakeTheirs={() => replace(conflict)}
          >
            <LazyDifference kind={kind} before={conflict.draft} after={form.getValues()} />
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
      {item && <PublishDialog item={item} isOpen={isScheduling} onClose={() => setScheduling(false)} />}
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

/** What somebody else has saved. */
const conflictOf = (error: unknown): ContentItem | undefined =>
  error instanceof ApiError && error.problem.code === "revision_conflict"
    ? (error.problem.record as ContentItem | undefined)
    : undefined;
