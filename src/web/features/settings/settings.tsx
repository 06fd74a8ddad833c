import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useId } from "react";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { idOf, type SettingSection, settingSections } from "#shared/settings/setting-fields.ts";
import { settingParts } from "#shared/settings/setting-parts.ts";
import { toldSettings } from "#shared/settings/settings-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { BlockHead } from "#web/ui/block-head.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { ViewHead } from "#web/ui/view-head.tsx";
import { SettingsFailed } from "./settings-failed.tsx";
import { settingQuery } from "./settings-query.ts";
import "#web/styles/settings.css";

interface PartProps {
  session: Session;
}

export const ClubSettings = (props: PartProps) => <Part {...props} title="Club" part="club" />;

export const LookSettings = (props: PartProps) => <Part {...props} title="Look" part="look" />;

export const PlanSettings = (props: PartProps) => <Part {...props} title="Plans and fees" part="plans" />;

export const DealSettings = (props: PartProps) => <Part {...props} title="Deals and warnings" part="deal-rules" />;

export const EmailSettings = (props: PartProps) => (
  <Part {...props} title="Emails" part="emails">
    <p className="note max-w-(--measure)">
      The mail server (SMTP) is set where the program runs. <InlineLink to={adminPaths.system}>System</InlineLink> says
      whether emails leave, and sends one to try.
    </p>
  </Part>
);

interface SectionsProps extends PartProps {
  title: string;
  part: keyof typeof settingParts;
  children?: ReactNode;
}

/** Sections one below the other, each saved by itself. */
function Part({ session, title, part, children }: SectionsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <ViewHead id={id} title={title} />
      <div ref={useSectionOfAddress()} className="grid gap-12">
        {children}
        {settingParts[part].map((name) => (
          <Section key={name} name={name} userId={session.user.id} />
        ))}
      </div>
    </section>
  );
}

const settingForm = lazyPage(() => import("./setting-form.tsx").then((file) => file.SettingForm));
const terms = lazyPage(() => import("./terms-section.tsx").then((file) => file.TermsSection));

function Section({ name, userId }: { name: string; userId: string }) {
  const id = useId();
  const section = settingSections.find((each) => idOf(each) === name);
  return (
    <section id={name} aria-labelledby={id} tabIndex={-1} className="outline-none">
      <BlockHead id={id} title={section?.label ?? toldSettings.terms} />
      {name === "newsletter" && <SendHere />}
      {section ? (
        <SectionForm section={section} userId={userId} />
      ) : (
        <Suspense fallback={<CardSkeletons />}>
          <Page page={terms} userId={userId} />
        </Suspense>
      )}
    </section>
  );
}

function SendHere() {
  if (useClub().newsletter.mode !== "list") return null;
  return (
    <p className="note mb-4 max-w-(--measure)">
      <InlineLink to={adminPaths.newNewsletter}>Send here</InlineLink>: an edition goes to everybody on the list who has
      confirmed. The list stays a CSV file too, for another program.
    </p>
  );
}

function SectionForm({ section, userId }: { section: SettingSection; userId: string }) {
  const { data, isPending, refetch } = useQuery(settingQuery(section.key));
  // The form loads in parallel with the query.
  useEffect(() => void settingForm.load().catch(() => {}), []);
  if (isPending) return <CardSkeletons />;
  if (!data) return <SettingsFailed name={section.label} onRetry={() => refetch()} />;
  return (
    <Suspense fallback={<CardSkeletons />}>
      <Page page={settingForm} section={section} setting={data} userId={userId} />
    </Suspense>
  );
}
