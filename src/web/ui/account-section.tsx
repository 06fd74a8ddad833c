import { createContext, type ReactNode, type RefObject, use, useCallback, useId, useRef } from "react";
import type { AccountPart } from "#shared/paths.ts";
import { Rail } from "./rail.tsx";

const SectionContext = createContext<RefObject<HTMLElement | null> | null>(null);

interface AccountSectionProps {
  heading: string;
  /** Where links lead to it. */
  part?: AccountPart;
  children: ReactNode;
}

/** Focusable, for links and for when a focused child unmounts. */
export function AccountSection({ heading, part, children }: AccountSectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  return (
    <SectionContext value={section}>
      <section ref={section} id={part} aria-labelledby={id} tabIndex={-1}>
        <Rail
          side={
            <h3 id={id} className="font-text font-[550]">
              {heading}
            </h3>
          }
        >
          {children}
        </Rail>
      </section>
    </SectionContext>
  );
}

/** @returns moves focus to the section when the element is gone; no-op if focus moved elsewhere. */
export function useSectionFocus(): (from: HTMLElement | null) => void {
  const section = use(SectionContext);
  return useCallback(
    (from) => {
      const { activeElement, body } = document;
      const isToMove = activeElement === body || from?.contains(activeElement);
      if (isToMove) section?.current?.focus({ preventScroll: true });
    },
    [section],
  );
}

export function NeedsPassword({ forWhat }: { forWhat: string }) {
  return <p className="muted max-w-(--measure)">To {forWhat} you need a password. You can set one under Password.</p>;
}
