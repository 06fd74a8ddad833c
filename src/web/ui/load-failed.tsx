import type { ReactNode } from "react";
import { offlineMessages } from "#shared/account/app-messages.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { useOnline } from "./use-online.ts";

interface LoadFailedProps {
  title: string;
  /** The text is not shown offline, where nothing broke. */
  text?: ReactNode;
  heading?: "h1";
  onRetry: () => unknown;
}

export function LoadFailed({ text, onRetry, ...words }: LoadFailedProps) {
  const isOnline = useOnline();
  const retry = (
    <Button variant="secondary" onClick={() => void onRetry()}>
      Try again
    </Button>
  );
  return (
    <EmptyState isCard picture="broken" {...words} text={isOnline ? text : offlineMessages.willLoad} action={retry} />
  );
}
