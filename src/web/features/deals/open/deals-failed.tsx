import { openDealsMessages as messages } from "#shared/open-deal-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

interface DealsFailedProps {
  title?: string;
  onRetry: () => void;
}

export function DealsFailed({ title = messages.failed, onRetry }: DealsFailedProps) {
  return (
    <EmptyState
      isCard
      picture="broken"
      title={title}
      text={messages.failedText}
      action={<Button onClick={onRetry}>{messages.retry}</Button>}
    />
  );
}
