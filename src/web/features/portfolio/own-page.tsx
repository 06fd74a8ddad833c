import { type ReactNode, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { ownPortfolioMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { showTop } from "#web/ui/page-focus.ts";

interface OwnPageProps {
  title: string | undefined;
  label: string;
  backTo: string;
  /** The label of the way back is My Investments by default. */
  backLabel?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A page that opens from My Investments, with the way back. */
export function OwnPage({ title, label, backTo, backLabel, className = "", children }: OwnPageProps) {
  const page = useRef<HTMLElement>(null);
  const isFollowed = useNavigationType() === "PUSH";
  useOpenedTitle(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for people who follow a link
  useEffect(() => {
    if (!isFollowed) return;
    showTop();
    page.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={page} tabIndex={-1} aria-label={label} className={`${className} outline-none`}>
      <BackLink to={backTo} className="own-back">
        Back to {backLabel ?? ownPortfolioMessages.label}
      </BackLink>
      {children}
    </section>
  );
}
