import { useQuery } from "@tanstack/react-query";
import { contentMessages as messages } from "#shared/content-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ContentEditor } from "./content-editor.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
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
