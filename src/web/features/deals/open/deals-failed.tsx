import { LoadFailed } from "#web/ui/load-failed.tsx";

interface DealsFailedProps {
  title?: string;
  heading?: "h1";
  onRetry: () => void;
}

export function DealsFailed({ title = "The deals could not be loaded", ...words }: DealsFailedProps) {
  return <LoadFailed title={title} text="The club did not answer. Everything else works as usual." {...words} />;
}
