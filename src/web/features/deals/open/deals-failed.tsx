import { LoadFailed } from "#web/ui/load-failed.tsx";

interface DealsFailedProps {
  title?: string;
  onRetry: () => void;
}

export function DealsFailed({ title = "The deals could not be loaded", onRetry }: DealsFailedProps) {
  return <LoadFailed title={title} text="The club did not answer. Everything else works as usual." onRetry={onRetry} />;
}
