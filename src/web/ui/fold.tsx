import "#web/styles/fold-row.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

interface FoldProps {
  /** Its most important line. */
  summary: ReactNode;
  /** It stays open when that ends: somebody may be reading it. */
  isOpen?: boolean;
  /** Where the address names it, it is open. */
  id?: string;
  onToggle?: (isOpen: boolean) => void;
  /** A function is called with the first opening: for what takes long to load or to draw. */
  children: ReactNode | (() => ReactNode);
}

/** Opens in place. */
export function Fold({ summary, isOpen = false, id, onToggle, children }: FoldProps) {
  const { hash, key } = useLocation();
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [isOpenAtFirst] = useState(isOpen);
  const fold = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    if ((isOpen || (id && hash === `#${id}`)) && fold.current) fold.current.open = true;
  }, [isOpen, id, hash, key]);
  return (
    <details
      ref={fold}
      id={id}
      className="fold-row"
      open={isOpenAtFirst}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpen(true);
        onToggle?.(currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      <div className="fold-row-body">{typeof children === "function" ? wasOpen && children() : children}</div>
    </details>
  );
}
