import { directoryMessages } from "#shared/profile-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

interface DirectoryEmptyProps {
  /** Set while a filter is active. */
  onClear: (() => void) | undefined;
}

export function DirectoryEmpty({ onClear }: DirectoryEmptyProps) {
  const { emptyTitle, emptyText, noMatch } = directoryMessages;
  if (!onClear) return <EmptyState isCard title={emptyTitle} text={emptyText} />;
  return (
    <div role="status">
      <EmptyState
        isCard
        title={emptyTitle}
        text={noMatch}
        action={
          <Button variant="outline" onClick={onClear}>
            Clear search and filters
          </Button>
        }
      />
    </div>
  );
}
