import { type ReactNode, useEffect } from "react";
import { hasSampleBrand } from "#shared/settings/sample-identity.ts";
import { setupMessages as messages } from "#shared/setup/setup-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { classNames } from "#web/ui/class-names.ts";
import { focusPage, showTop } from "#web/ui/page-focus.ts";
import { Mark } from "#web/ui/pictures/mark.tsx";
import "#web/styles/setup.css";

interface SetupCardProps {
  step: 1 | 2 | 3 | 4;
  title: string;
  lead: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}

/** The card takes the focus from the step that it replaces, which may be scrolled to its end. */
export function SetupCard({ step, title, lead, isWide, children }: SetupCardProps) {
  const label = messages.step(step, messages.steps[step - 1] ?? "");
  usePageMeta(label, "Set up the club: your account, what the club is called, and its emails.");
  useEffect(() => {
    showTop();
    focusPage();
  }, []);
  return (
    <div className={classNames("card auth-card", isWide && "max-w-[42rem]")}>
      <div>
        <Mark size={30} isSample={hasSampleBrand(useClub())} />
        <p className="mt-4 text-note font-[550]">{label}</p>
        <div className="setup-bars" aria-hidden="true">
          {messages.steps.map((name, index) => (
            <i key={name} className={index < step ? "is-reached" : undefined} />
          ))}
        </div>
        <h1 className="d2 mt-4">{title}</h1>
        <p className="muted mt-1.5">{lead}</p>
      </div>
      {children}
    </div>
  );
}
