import { type ReactNode, useEffect } from "react";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { focusPage } from "#web/ui/page-focus.ts";

interface SetupMessageProps {
  picture?: "broken" | "signed-out";
  title: string;
  text: string;
  action?: ReactNode;
}

/** In place of a step. */
export function SetupMessage({ picture, title, text, action }: SetupMessageProps) {
  usePageMeta(title, text);
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState isCard heading="h1" {...(picture && { picture })} title={title} text={text} action={action} />
    </div>
  );
}
