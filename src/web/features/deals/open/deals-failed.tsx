import { openDealsMessages as messages } from "#shared/deals/open-deal-messages.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";

interface DealsFailedProps {
  title?: string;
  onRetry: () => void;
}

export function DealsFailed({ title = messages.failed, onRetry }: DealsFailedProps) {
  return <LoadFailed title={title} text={messages.failedText} onRetry={onRetry} />;
}
