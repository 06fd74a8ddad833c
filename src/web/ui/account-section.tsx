import "#web/styles/account.css";
import { createContext, type ReactNode, type RefObject, use, useCallback, useId, useRef } from "react";
import type { AccountAnchor } from "#shared/paths.ts";
import { useSectionOfAddress } from "./use-section-of-address.ts";
import { ViewHead } from "./view-head.tsx";

/** A part of the account, which is a screen. */
export function AccountPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <ViewHead id={id} title={title} />
      <div ref={useSectionOfAddress()} className="grid gap-8">
        {children}
      </div>
    </section>
  );
}

const SectionContext = createContext<RefObject<HTMLElement | null> | null>(null);

interface AccountSectionProps {
  heading: string;
  anchor?: AccountAnchor;
  tools?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Focusable, for links and for when a focused child unmounts. */
export function AccountSection({ heading, anchor, tools, className, children }: AccountSectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  return (
    <SectionContext value={section}>
      <section ref={section} id={anchor} className={className} aria-labelledby={id} tabIndex={-1}>
        <div className="account-head">
          <h2 id={id} className="d4">
            {heading}
          </h2>
          {tools}
        </div>
        {children}
      </section>
    </SectionContext>
  );
}

interface AccountRowProps {
  heading: string;
  anchor?: AccountAnchor;
  state: ReactNode;
  /** A button; what it opens takes the whole width. */
  act?: ReactNode;
  children?: ReactNode;
}

/** Of a section, in `account-rows`: what it is and how it stands, with a button. It takes the focus as a section does. */
export function AccountRow({ heading, anchor, state, act, children }: AccountRowProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  return (
    <SectionContext value={section}>
      <section ref={section} id={anchor} className="account-row" aria-labelledby={id} tabIndex={-1}>
        <div>
          <h3 id={id}>{heading}</h3>
          <p className="note wrap-anywhere">{state}</p>
        </div>
        {act && <div className="account-act">{act}</div>}
        {children && <div className="account-body">{children}</div>}
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

export const needsPassword = (forWhat: string): string =>
  `To ${forWhat} you need a password. You can set one in Sign-in and security.`;
