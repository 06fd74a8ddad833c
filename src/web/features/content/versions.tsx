import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import type { ContentItem, ContentRevision } from "#shared/content/content.ts";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useList } from "#web/lib/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import type { ContentDifference } from "./content-difference.tsx";
import { useContentChange, type Written } from "./use-content.ts";

interface VersionsProps {
  item: ContentItem;
  draft: Written;
  isDirty: boolean;
  onRestored: (item: ContentItem) => void;
}

export function Versions({ item, draft, isDirty, onRestored }: VersionsProps) {
  const [shown, setShown] = useState(0);
  const list = useList<ContentRevision>({
    path: `/content/${item.id}/revisions`,
  });
  return (
    <section aria-label={messages.versions} className="grid gap-5">
      <ListView list={list} noun="versions" loading="Loading the versions" empty={null}>
        {(revisions) => (
          <ol className="grid">
            {revisions.map(({ id, number, action, created_at, created_by_name }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2"
              >
                <span className="num small">
                  <b className="font-semibold">{messages.version(number)}</b> {revisionActionLabels[action]}{" "}
                  <span className="muted">
                    {formatDateTime(created_at)}
                    {created_by_name && `, ${created_by_name}`}
                  </span>
                </span>
                {(action === "saved" || action === "restored") && (
                  <Button
                    variant="ghost"
                    isSmall
                    aria-expanded={shown === number}
                    onClick={() => setShown(shown === number ? 0 : number)}
                  >
                    Compare
                    <span className="sr-only"> {messages.version(number)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </ListView>
      {shown > 0 && (
        <ComparedVersion item={item} number={shown} draft={draft} isDirty={isDirty} onRestored={onRestored} />
      )}
    </section>
  );
}

function ComparedVersion({ item, number, draft, isDirty, onRestored }: VersionsProps & { number: number }) {
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.content, "text", item.id, number],
    queryFn: ({ signal }) =>
      callApi<{ content: Written }>("GET", `/content/${item.id}/revisions/${number}`, undefined, signal),
  });
  const restore = useContentChange({
    request: () => ({
      method: "POST",
      path: `/content/${item.id}/revisions/${number}/restore`,
      body: { expected_revision: item.revision },
    }),
    onDone: (restored) => {
      toast({ title: `Version ${number} Restored` });
      onRestored(restored);
    },
    onFailed: (error) => toastFailure(messages.changeFailed, error),
  });
  if (isError) return <p className="note">{messages.notLoadedText}</p>;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="d4">Version {number} and your draft</h2>
        <ConfirmButton
          label={`Restore version ${number}`}
          labelEnd=""
          title={`Restore version ${number}?`}
          text={
            isDirty
              ? "Its text becomes the draft, and your unsaved changes are gone. Nothing is published by that."
              : "Its text becomes the draft, as a new version. Nothing is published by that."
          }
          cancelLabel="Keep the draft"
          busyLabel={restore.isPending && messages.saving}
          variant="secondary"
          onConfirm={(close) => restore.mutate(undefined, { onSettled: close })}
        />
      </div>
      <LazyDifference item={item} before={data.content} after={draft} />
      <p className="note">
        Added: underlined on a ground. Taken out: struck through. Both are read aloud as “added” and “removed”.
      </p>
    </div>
  );
}

const revisionActionLabels = {
  saved: "saved",
  restored: "restored",
  published: "published",
  unpublished: "unpublished",
} as const;

const Difference = lazy(() => import("./content-difference.tsx").then((file) => ({ default: file.ContentDifference })));

/** The part that finds the difference loads for those alone who compare. */
export const LazyDifference = (props: ComponentProps<typeof ContentDifference>) => (
  <Suspense fallback={<Skeleton className="h-24" />}>
    <Difference {...props} />
  </Suspense>
);
