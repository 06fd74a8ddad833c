import { useQuery } from "@tanstack/react-query";
import { contentMessages as messages } from "#shared/content-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ContentEditor } from "./content-editor.tsx";
import { contentQuery } from "./use-content.ts";

interface EditContentProps {
  id: string;
  userId: string;
  onClose: () => void;
}

export function EditContent({ id, userId, onClose }: EditContentProps) {
  const { data: item, isPending, refetch } = useQuery(contentQuery(id));
  if (item) return <ContentEditor item={item} kind={item.kind} userId={userId} onSaved={() => {}} onClose={onClose} />;
  if (isPending) return <EditorSkeleton />;
  return (
    <EmptyState
      isCard
      picture="broken"
      title={messages.notLoaded}
      text={messages.notLoadedText}
      action={<Button onClick={() => refetch()}>Try again</Button>}
    />
  );
}

const EditorSkeleton = () => (
  <div role="status" aria-label="Loading the text" className="grid gap-6">
    <Skeleton className="h-8 w-full max-w-2xl" />
    <Skeleton className="h-14 max-w-3xl" />
    <Skeleton className="h-80 max-w-3xl" />
  </div>
);
