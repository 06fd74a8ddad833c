import { type ReactNode, useEffect, useRef } from "react";

interface FocusedSectionProps {
  label: string;
  children: ReactNode;
}

/** Replaces something that held the focus, such as a sent form. */
export function FocusedSection({ label, children }: FocusedSectionProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} aria-label={label}>
      {children}
    </section>
  );
}
