import { useQuery } from "@tanstack/react-query";
import { contentMessages as messages } from "#shared/content/content-messages.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
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
    <LoadFailed heading="h1" title="This text could not be loaded" text={messages.notLoadedText} onRetry={refetch} />
  );
}
