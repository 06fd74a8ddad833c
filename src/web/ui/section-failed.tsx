import { Button } from "./button.tsx";

interface SectionFailedProps {
  text: string;
  onRetry: () => unknown;
}

/** The message is for a page whose other sections are shown. */
export function SectionFailed({ text, onRetry }: SectionFailedProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3" role="alert">
      <p className="muted">{text}</p>
      <Button variant="outline" isSmall onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  );
}
