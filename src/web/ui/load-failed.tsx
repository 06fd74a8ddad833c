import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface LoadFailedProps {
  title: string;
  text?: ReactNode;
  heading?: "h1";
  onRetry: () => unknown;
}

export function LoadFailed({ onRetry, ...words }: LoadFailedProps) {
  return (
    <EmptyState isCard picture="broken" {...words} action={<Button onClick={() => void onRetry()}>Try again</Button>} />
  );
}
