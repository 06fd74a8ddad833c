import { Button } from "#web/ui/button.tsx";

interface SectionFailedProps {
  text: string;
  retry: string;
  onRetry: () => void;
}

/** Inside a deal's page, whose other sections are shown. */
export function SectionFailed({ text, retry, onRetry }: SectionFailedProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3" role="alert">
      <p className="muted">{text}</p>
      <Button variant="outline" isSmall onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}
