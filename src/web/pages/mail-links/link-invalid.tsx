import { type ComponentProps, useEffect } from "react";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { focusPage } from "#web/ui/page-focus.ts";

interface LinkInvalidProps {
  title?: string;
  text: string;
  to: string;
  label: string;
}

export function LinkInvalid({ title = "This link does not work", ...next }: LinkInvalidProps) {
  return <LinkResult picture="broken" title={title} {...next} />;
}

interface LinkResultProps extends Pick<ComponentProps<typeof EmptyState>, "picture"> {
  title: string;
  text: string;
  to: string;
  label: string;
}

/** Shows the outcome of a mail's link. Takes the focus from the form that it replaces. */
export function LinkResult({ to, label, ...words }: LinkResultProps) {
  useEffect(() => focusPage(), []);
  return (
    <div className="w-full max-w-[26.5rem]">
      <EmptyState isCard heading="h1" {...words} action={<LinkButton to={to}>{label}</LinkButton>} />
    </div>
  );
}
