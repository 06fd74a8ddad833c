import { type ReactNode, useState } from "react";

interface FoldProps {
  /** Its most important line. */
  summary: string;
  isOpen?: boolean;
  /** A function is called with the first opening: for what takes long to draw. */
  children: ReactNode | (() => ReactNode);
}

/** Opens in place. */
export function Fold({ summary, isOpen = false, children }: FoldProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  return (
    <details
      className="own-fold"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}
    >
      <summary>{summary}</summary>
      <div className="own-fold-body">{typeof children === "function" ? wasOpen && children() : children}</div>
    </details>
  );
}
